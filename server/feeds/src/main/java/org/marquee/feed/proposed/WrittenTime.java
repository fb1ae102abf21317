package org.marquee.feed.proposed;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    Kind kind, String pattern, int first, int second, boolean offset, Set<String> languages) {
  static final char FIRST = '\ue001';
  static final char SECOND = '\ue002';

  enum Kind {
    DATE,
    TIME,
    BOTH
  }

  /// The languages of names, in the order in which they are tried.
  static final List<String> LANGUAGES =
      List.of("en", "de", "fr", "es", "it", "nl", "pt", "da", "sv", "nb", "pl", "cs", "fi");

  private static final Map<String, Set<String>> MONTHS =
      languagesOf(Month.values(), Month::getDisplayName);
  private static final Map<String, Set<String>> DAYS =
      languagesOf(DayOfWeek.values(), DayOfWeek::getDisplayName);

  /// Days that end with letters: `21st`. A mapping takes them out.
  static final String ORDINALS = "(?<=\\d)(st|nd|rd|th|er|º|°)\\b";

  // Named groups are the letters of a pattern: H an hour, p its half of the day, X an offset, d a
  // day, M a month, n its name, y a year, a and b two numbers of which one is the day; o is taken
  // out.
  private static final String HOUR = "(?<![\\d.:/-])(?<H>\\d{1,2})";
  private static final String HALF = "(?:[ \\u00a0\\u202f]?(?<p>[AaPp]\\.?[Mm]\\.?)(?!\\p{L}))";
  private static final String OFFSET = "(?: ?(?<X>Z|[+-]\\d{2}:?\\d{2})(?![\\d\\p{L}]))?";
  private static final List<Pattern> WHOLE =
      patterns(
          "^(?<y>\\d{4})(?<M>0[1-9]|1[0-2])(?<d>[0-3]\\d)"
              + "(?:[T ]?(?<H>[0-2]\\d)(?<m>[0-5]\\d)(?<s>[0-5]\\d)?(?<X>Z|[+-]\\d{4})?)?$");
  private static final List<Pattern> CLOCKS =
      patterns(
          HOUR
              + ":(?<m>[0-5]\\d)(?::(?<s>\\d{2})(?:[.,](?<S>\\d{1,9}))?)?(?!\\d|:\\d)"
              + HALF
              + "?"
              + OFFSET,
          HOUR + "\\.(?<m>[0-5]\\d)(?![.:]?\\d|\\.(?:\\s|$))" + HALF + "?" + OFFSET,
          HOUR + " ?[hH] ?(?<m>[0-5]\\d)?(?![\\d\\p{L}])" + OFFSET,
          HOUR + HALF + OFFSET);
  private static final List<Pattern> DATES =
      patterns(
          "(?<!\\d)(?<y>\\d{4})([-/.])(?<M>\\d{1,2})\\2(?<d>\\d{1,2})(?!\\d)",
          "(?<![\\d:])(?<a>\\d{1,2})([-/.] ?| )(?<b>\\d{1,2})\\2(?<y>\\d{4}|\\d{2})(?!\\d)",
          "(?<!\\d)(?<d>\\d{1,2})(?:(?<o>st|nd|rd|th|er|º|°)|\\.)?[ -]+(?:de |of )?(?<n>\\p{L}{3,}\\.?)"
              + "(?:,?[ -]+(?:de |del )?(?<y>\\d{4}|\\d{2}(?![\\d:.])))?",
          "(?<n>\\p{L}{3,}\\.?) +(?<d>\\d{1,2})(?<o>st|nd|rd|th)?(?![\\d:.])(?:,? +(?<y>\\d{4}))?",
          "(?<![\\d:])(?<a>\\d{1,2})\\. ?(?<b>\\d{1,2})\\.(?![\\d:/])",
          "(?<![\\d:])(?<a>\\d{1,2})/(?<b>\\d{1,2})(?![\\d:/])");
  private static final Pattern WORD = Pattern.compile("\\p{L}+\\.?");

  private static List<Pattern> patterns(String... patterns) {
    return List.of(patterns).stream().map(Pattern::compile).toList();
  }

  /// How `text` is written; null where it is no time.
  static @Nullable WrittenTime of(String text) {
    return text.length() > 60 || text.isBlank() ? null : new Pieces(text.strip()).time();
  }

  private interface Names<T> {
    String of(T each, TextStyle style, Locale language);
  }

  /// The languages that have a name, in full or shortened.
  private static <T> Map<String, Set<String>> languagesOf(T[] all, Names<T> names) {
    Map<String, Set<String>> languages = new HashMap<>();
    for (String language : LANGUAGES) {
      for (TextStyle style :
          EnumSet.complementOf(EnumSet.of(TextStyle.NARROW, TextStyle.NARROW_STANDALONE))) {
        for (T each : all) {
          String name = plain(names.of(each, style, Locale.of(language)));
          languages.computeIfAbsent(name, _ -> new HashSet<>()).add(language);
        }
      }
    }
    return languages;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
  }

  /// The parts of a text while they are found.
  private static final class Pieces {
    private record Piece(int end, String pattern) {}

    private final String text;
    private final StringBuilder left;
    private final TreeMap<Integer, Piece> pieces = new TreeMap<>();
    private final Map<String, String> groups = new HashMap<>();
    private final Set<String> languages = new HashSet<>(LANGUAGES);
    private boolean named;

    Pieces(String text) {
      this.text = text;
      this.left = new StringBuilder(text);
    }

    @Nullable WrittenTime time() {
      noteOne(WHOLE);
      noteOne(CLOCKS);
      noteOne(DATES);
      if (pieces.isEmpty() || !takeDays() || (named && languages.isEmpty())) {
        return null;
      }
      boolean date = groups.containsKey("d") || groups.containsKey("a");
      boolean clock = groups.containsKey("H");
      return new WrittenTime(
          clock && date ? Kind.BOTH : clock ? Kind.TIME : Kind.DATE,
          pattern(),
          Integer.parseInt(groups.getOrDefault("a", "0")),
          Integer.parseInt(groups.getOrDefault("b", "0")),
          groups.containsKey("X"),
          named ? languages : Set.of());
    }

    private void noteOne(List<Pattern> patterns) {
      for (Pattern pattern : patterns) {
        Matcher match = pattern.matcher(left);
        while (match.find()) {
          if (isTime(match)) {
            noteParts(match);
            return;
          }
        }
      }
    }

    private boolean isTime(Matcher match) {
      String month = group(match, "n");
      return number(match, "H") <= (group(match, "p").isEmpty() ? 29 : 12)
          && number(match, "M") <= 12
          && Stream.of("d", "a", "b")
              .map(name -> number(match, name))
              .allMatch(day -> day >= 1 && day <= 31)
          && Math.min(number(match, "a"), number(match, "b")) <= 12
          && (month.isEmpty() || isName(MONTHS, month));
    }

    /// The number of a group; 1 where there is none.
    private static int number(Matcher match, String name) {
      String digits = group(match, name);
      return digits.isEmpty() ? 1 : Integer.parseInt(digits);
    }

    /// What a group has found; empty where there is none.
    private static String group(Matcher match, String name) {
      boolean found = match.namedGroups().containsKey(name) && match.start(name) >= 0;
      return found ? match.group(name) : "";
    }

    private boolean isName(Map<String, Set<String>> names, String word) {
      Set<String> known = names.get(plain(word));
      if (known == null) {
        return false;
      }
      named = true;
      languages.retainAll(known);
      return true;
    }

    private void noteParts(Matcher match) {
      List<String> names =
          match.namedGroups().keySet().stream().filter(name -> match.start(name) >= 0).toList();
      names.forEach(name -> groups.put(name, match.group(name)));
      for (String name : names) {
        String found = text.substring(match.start(name), match.end(name));
        pieces.put(match.start(name), new Piece(match.end(name), letters(name, found)));
      }
      blank(match);
    }

    private String letters(String name, String found) {
      return switch (name) {
        case "H" -> (groups.containsKey("p") ? "h" : "H").repeat(found.length());
        case "p" -> "a";
        case "X" -> found.contains(":") ? "XXX" : "XX";
        case "a" -> String.valueOf(FIRST).repeat(found.length());
        case "b" -> String.valueOf(SECOND).repeat(found.length());
        case "n" -> "MMM";
        case "o" -> "";
        default -> name.repeat(found.length());
      };
    }

    private void blank(Matcher match) {
      left.replace(match.start(), match.end(), "\0".repeat(match.end() - match.start()));
    }

    /// Takes the days of the week; false where something in the text is no part of a time.
    private boolean takeDays() {
      int strange = 0;
      Matcher word = WORD.matcher(left.toString());
      while (word.find()) {
        if (isName(DAYS, word.group())) {
          pieces.put(word.start(), new Piece(word.end(), "EE"));
          blank(word);
        } else {
          strange += word.group().length();
        }
      }
      return strange <= 6 && left.chars().noneMatch(Character::isDigit);
    }

    private String pattern() {
      StringBuilder pattern = new StringBuilder();
      int at = 0;
      for (Map.Entry<Integer, Piece> piece : pieces.entrySet()) {
        pattern.append(literal(text.substring(at, piece.getKey())));
        pattern.append(piece.getValue().pattern());
        at = piece.getValue().end();
      }
      return pattern.append(literal(text.substring(at))).toString();
    }

    private static String literal(String text) {
      String plain = text.replace('\u00a0', ' ').replace('\u202f', ' ');
      return plain.replaceAll("[\\p{L}\\[\\]{}#']+", "'$0'");
    }
  }
}
