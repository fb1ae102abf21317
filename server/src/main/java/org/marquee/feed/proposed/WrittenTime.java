package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How one value writes a date, a time or both.
///
/// @param pattern letters of `java.time`; [#FIRST] and [#SECOND] stand for the day and the month of
///   a date whose order one value alone does not show
/// @param first the number that stands at [#FIRST]; 0 where the order is known
/// @param second the number that stands at [#SECOND]
/// @param offset whether it ends with an offset, or `Z`
/// @param languages of the names in it; empty where it has none
record WrittenTime(
    Kind kind,
    String pattern,
    int first,
    int second,
    boolean year,
    boolean offset,
    Set<String> languages) {
  static final char FIRST = '\ue001';
  static final char SECOND = '\ue002';

  enum Kind {
    DATE,
    TIME,
    BOTH
  }

  private static final String HALF =
      "(?:(?<gap>[ \\u00a0\\u202f]?)(?<half>[AaPp]\\.?[Mm]\\.?)(?!\\p{L}))";
  private static final List<Pattern> CLOCKS =
      List.of(
          Pattern.compile(
              "(?<![\\d.:/-])(?<h>\\d{1,2}):(?<m>\\d{2})(?::(?<s>\\d{2})(?<f>[.,]\\d{1,9})?)?(?!\\d|:\\d)"
                  + HALF
                  + "?"),
          Pattern.compile(
              "(?<![\\d.:/-])(?<h>\\d{1,2})\\.(?<m>\\d{2})(?![.:]?\\d|\\.(?:\\s|$))" + HALF + "?"),
          Pattern.compile("(?<![\\d.:/-])(?<h>\\d{1,2})(?<l> ?[hH] ?)(?<m>\\d{2})?(?![\\d\\p{L}])"),
          Pattern.compile("(?<![\\d.:/-])(?<h>\\d{1,2})" + HALF));
  private static final Pattern OFFSET =
      Pattern.compile("\\G ?(Z|[+-]\\d{2}(:?)\\d{2})(?![\\d\\p{L}])");
  private static final Pattern BASIC =
      Pattern.compile(
          "(\\d{4})(0[1-9]|1[0-2])([0-3]\\d)(?:(T| )?([0-2]\\d)([0-5]\\d)([0-5]\\d)?(Z|[+-]\\d{4})?)?");
  private static final Pattern YEAR_FIRST =
      Pattern.compile("(?<!\\d)(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?!\\d)");
  private static final Pattern NUMBERS =
      Pattern.compile("(?<![\\d:])(\\d{1,2})([-/.] ?| )(\\d{1,2})\\2(\\d{4}|\\d{2})(?!\\d)");
  private static final Pattern WITHOUT_YEAR =
      Pattern.compile("(?<![\\d:])(\\d{1,2})(?:(\\. ?)(\\d{1,2})(\\.)|(/)(\\d{1,2}))(?![\\d:/])");
  private static final Pattern DAY_MONTH =
      Pattern.compile(
          "(?<!\\d)(\\d{1,2})(st|nd|rd|th|er|\\.|º|°)?([ -]+(?:de |of )?)(\\p{L}{3,}\\.?)(?:(,?[ -]+(?:de |del )?)(\\d{4}|\\d{2}(?![\\d:.])))?");
  private static final Pattern MONTH_DAY =
      Pattern.compile("(\\p{L}{3,}\\.?)( +)(\\d{1,2})(st|nd|rd|th)?(?![\\d:.])(?:(,? +)(\\d{4}))?");
  private static final Pattern WORD = Pattern.compile("\\p{L}+\\.?");

  /// Days that end with letters: `21st`. A mapping takes them out.
  static final String ORDINALS = "(?<=\\d)(st|nd|rd|th|er|º|°)\\b";

  /// How `text` is written; null where it is no time.
  static @Nullable WrittenTime of(String text) {
    return text.length() > 60 || text.isBlank() ? null : new Reading(text.strip()).time();
  }

  private record Piece(int from, int to, String pattern) {}

  private static final class Reading {
    private final String text;
    private String left;
    private final List<Piece> pieces = new ArrayList<>();
    private final Set<String> languages = new HashSet<>(TimeNames.LANGUAGES);
    private boolean named;
    private boolean year;
    private boolean offset;
    private int first;
    private int second;

    Reading(String text) {
      this.text = text;
      this.left = text;
    }

    @Nullable WrittenTime time() {
      Matcher basic = BASIC.matcher(text);
      if (basic.matches()) {
        return basic(basic);
      }
      boolean clock = clock();
      boolean date = date();
      if (!clock && !date) {
        return null;
      }
      String pattern = pattern();
      Kind kind = clock && date ? Kind.BOTH : clock ? Kind.TIME : Kind.DATE;
      return pattern == null || (named && languages.isEmpty())
          ? null
          : new WrittenTime(
              kind, pattern, first, second, year, offset, named ? languages : Set.of());
    }

    private WrittenTime basic(Matcher basic) {
      String pattern = "yyyyMMdd";
      boolean clock = basic.group(5) != null;
      if (clock) {
        String between = basic.group(4);
        pattern += (between == null ? "" : between.equals("T") ? "'T'" : between) + "HHmm";
        pattern += (basic.group(7) == null ? "" : "ss") + (basic.group(8) == null ? "" : "XX");
      }
      return new WrittenTime(
          clock ? Kind.BOTH : Kind.DATE, pattern, 0, 0, true, basic.group(8) != null, Set.of());
    }

    private boolean clock() {
      for (Pattern pattern : CLOCKS) {
        Matcher found = pattern.matcher(left);
        while (found.find()) {
          int hour = Integer.parseInt(found.group("h"));
          String minutes = group(found, "m");
          String half = group(found, "half");
          if (hour > (half == null ? 29 : 12)
              || (minutes != null && minutes.compareTo("60") >= 0)) {
            continue;
          }
          String letters = (half == null ? "H" : "h").repeat(found.group("h").length());
          String between = group(found, "l");
          if (between != null) {
            letters += between.replaceAll("[hH]", "'$0'") + (minutes == null ? "" : "mm");
          } else if (minutes != null) {
            letters += found.group().charAt(found.group("h").length()) + "mm";
          }
          letters += group(found, "s") == null ? "" : ":ss";
          String fraction = group(found, "f");
          letters += fraction == null ? "" : fraction.charAt(0) + "S".repeat(fraction.length() - 1);
          letters += half == null ? "" : group(found, "gap") + "a";
          take(found.start(), found.end(), letters);
          Matcher behind = OFFSET.matcher(left);
          if (behind.find(found.end())) {
            offset = true;
            take(
                behind.start(),
                behind.end(),
                (behind.group().startsWith(" ") ? " " : "")
                    + (":".equals(behind.group(2)) ? "XXX" : "XX"));
          }
          return true;
        }
      }
      return false;
    }

    private static @Nullable String group(Matcher found, String name) {
      return found.namedGroups().containsKey(name) ? found.group(name) : null;
    }

    private boolean date() {
      Matcher found = YEAR_FIRST.matcher(left);
      if (found.find()) {
        year = true;
        String sign = found.group(2);
        take(
            found.start(),
            found.end(),
            "yyyy" + sign + width("M", found.group(3)) + sign + width("d", found.group(4)));
        return isDay(found.group(4)) && Integer.parseInt(found.group(3)) <= 12;
      }
      found = NUMBERS.matcher(left);
      if (found.find()) {
        String sign = found.group(2);
        year = true;
        return numbers(
            found,
            found.group(1),
            sign,
            found.group(3),
            sign + "y".repeat(found.group(4).length()));
      }
      if (dayMonth() || monthDay()) {
        return true;
      }
      found = WITHOUT_YEAR.matcher(left);
      return found.find()
          && (found.group(2) == null
              ? numbers(found, found.group(1), "/", found.group(6), "")
              : numbers(found, found.group(1), found.group(2), found.group(3), "."));
    }

    private boolean numbers(Matcher found, String one, String sign, String other, String behind) {
      first = Integer.parseInt(one);
      second = Integer.parseInt(other);
      take(
          found.start(),
          found.end(),
          String.valueOf(FIRST).repeat(one.length())
              + sign
              + String.valueOf(SECOND).repeat(other.length())
              + behind);
      return isDay(one) && isDay(other) && Math.min(first, second) <= 12;
    }

    private boolean dayMonth() {
      Matcher found = DAY_MONTH.matcher(left);
      while (found.find()) {
        if (isDay(found.group(1)) && isName(TimeNames.MONTHS, found.group(4))) {
          String dot = ".".equals(found.group(2)) ? "." : "";
          year = found.group(6) != null;
          take(
              found.start(),
              found.end(),
              width("d", found.group(1))
                  + dot
                  + literal(found.group(3))
                  + "MMM"
                  + (year ? literal(found.group(5)) + "y".repeat(found.group(6).length()) : ""));
          return true;
        }
      }
      return false;
    }

    private boolean monthDay() {
      Matcher found = MONTH_DAY.matcher(left);
      while (found.find()) {
        if (isDay(found.group(3)) && isName(TimeNames.MONTHS, found.group(1))) {
          year = found.group(6) != null;
          take(
              found.start(),
              found.end(),
              "MMM"
                  + found.group(2)
                  + width("d", found.group(3))
                  + (year ? found.group(5) + "yyyy" : ""));
          return true;
        }
      }
      return false;
    }

    private boolean isName(Map<String, Set<String>> names, String word) {
      Set<String> known = names.get(TimeNames.plain(word));
      if (known == null) {
        return false;
      }
      named = true;
      languages.retainAll(known);
      return true;
    }

    private static boolean isDay(String number) {
      int day = Integer.parseInt(number);
      return day >= 1 && day <= 31;
    }

    private static String width(String letter, String number) {
      return letter.repeat(number.length());
    }

    private void take(int from, int to, String pattern) {
      pieces.add(new Piece(from, to, pattern));
      left = left.substring(0, from) + "\0".repeat(to - from) + left.substring(to);
    }

    /// The pattern of the whole text; null where something in it is no part of a time.
    private @Nullable String pattern() {
      int strange = 0;
      Matcher word = WORD.matcher(left);
      while (word.find()) {
        if (isName(TimeNames.DAYS, word.group())) {
          pieces.add(new Piece(word.start(), word.end(), "EE"));
        } else {
          strange += word.group().length();
        }
      }
      if (strange > 6 || left.chars().anyMatch(Character::isDigit)) {
        return null;
      }
      pieces.sort(Comparator.comparingInt(Piece::from));
      StringBuilder pattern = new StringBuilder();
      int at = 0;
      for (Piece piece : pieces) {
        pattern.append(literal(text.substring(at, piece.from()))).append(piece.pattern());
        at = piece.to();
      }
      return pattern.append(literal(text.substring(at))).toString();
    }

    private static String literal(String text) {
      String plain = text.replace('\u00a0', ' ').replace('\u202f', ' ');
      return plain.replaceAll("[\\p{L}\\[\\]{}#']+", "'$0'");
    }
  }
}
