package org.marquee.feed.proposed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.proposed.WrittenTime.Kind;

/// A column of dates, of times of day or of both, and how all its rows together show it to be
/// written.
///
/// @param pattern of a mapping; `ISO` for what needs none
/// @param language of the names in it; empty where there are none
/// @param remove what is taken out of each value first; empty: nothing
/// @param split what stands between several times of one value; empty where each is one
/// @param offset whether values end with an offset, or `Z`
/// @param year whether dates have a year
/// @param doubt why it may be otherwise; empty where nothing speaks against it
record TimeColumn(
    FileColumn column,
    Kind kind,
    String pattern,
    String language,
    String remove,
    String split,
    boolean offset,
    boolean year,
    String why,
    String doubt) {
  private static final double MOST = 0.85;
  private static final Pattern ISO_TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d([.]\\d{1,9})?)?(Z|[+-]\\d\\d:?\\d\\d)?");
  private static final Pattern SECONDS = Pattern.compile("(?:9\\d{8}|[12]\\d{9})");
  private static final Pattern MILLISECONDS = Pattern.compile("(?:9\\d{11}|[12]\\d{12})");
  private static final Pattern CLOCK_NUMBER = Pattern.compile("(?:[01]?\\d|2[0-9])[0-5]\\d");
  private static final Pattern DIGIT = Pattern.compile("[0-9]");
  private static final List<String> BETWEEN = List.of(",", ";", "|", "/", "\n", " - ", " ");

  /// What a column is, if it is one of times.
  ///
  /// @param wanted the order that a person chose; null where the values decide
  static @Nullable TimeColumn of(FileColumn column, @Nullable DayOrder wanted) {
    if (column.share(SECONDS) == 1) {
      return epoch(column, "epoch seconds");
    }
    if (column.share(MILLISECONDS) == 1) {
      return epoch(column, "epoch milliseconds");
    }
    if (column.share(text -> DIGIT.matcher(text).find()) < MOST || column.averageLength() > 300) {
      return null;
    }
    TimeColumn one = of(column, List.copyOf(column.different()), "", wanted);
    if (one != null) {
      return one;
    }
    for (String sign : BETWEEN) {
      List<String> parts = new ArrayList<>();
      for (String text : column.different()) {
        for (String part : text.split(Pattern.quote(sign), -1)) {
          if (!part.isBlank()) {
            parts.add(part.strip());
          }
        }
      }
      TimeColumn several =
          parts.size() > column.different().size() ? of(column, parts, sign, wanted) : null;
      if (several != null && several.kind != Kind.DATE) {
        return several;
      }
    }
    return null;
  }

  /// Numbers of three or four digits, which are times where a column is called so.
  static @Nullable TimeColumn ofNumbers(FileColumn column) {
    boolean four = column.different().stream().allMatch(text -> text.length() == 4);
    return column.share(CLOCK_NUMBER) < 1
        ? null
        : new TimeColumn(
            column,
            Kind.TIME,
            four ? "HHmm" : "Hmm",
            "",
            "",
            "",
            false,
            false,
            "four digits are hours and minutes",
            "");
  }

  private static TimeColumn epoch(FileColumn column, String pattern) {
    return new TimeColumn(
        column,
        Kind.BOTH,
        pattern,
        "",
        "",
        "",
        true,
        true,
        "it counts " + pattern.substring(6) + " since 1970",
        "");
  }

  private static @Nullable TimeColumn of(
      FileColumn column, List<String> values, String split, @Nullable DayOrder wanted) {
    long looked = Math.min(100, values.size());
    if (values.stream().limit(looked).map(WrittenTime::of).filter(Objects::nonNull).count()
        < MOST * looked / 2) {
      return null;
    }
    List<WrittenTime> times =
        values.stream().map(WrittenTime::of).filter(Objects::nonNull).toList();
    if (times.isEmpty() || times.size() < MOST * values.size()) {
      return null;
    }
    Map<Kind, Integer> kinds = new HashMap<>();
    times.forEach(time -> kinds.merge(time.kind(), 1, Integer::sum));
    Kind kind = kinds.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    List<WrittenTime> same = times.stream().filter(time -> time.kind() == kind).toList();
    if (same.size() < MOST * values.size()) {
      return null;
    }
    List<String> doubts = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    if (same.size() < values.size()) {
      doubts.add(
          (values.size() - same.size()) + " of " + values.size() + " values are no such time");
    }
    boolean iso =
        kind == Kind.BOTH
            && split.isEmpty()
            && values.stream().filter(value -> ISO_TIME.matcher(value).matches()).count()
                >= MOST * values.size();
    String pattern =
        iso ? "ISO" : DayOrder.in(pattern(same, doubts), same, wanted, reasons, doubts);
    String language = language(same);
    String remove =
        values.stream().anyMatch(Pattern.compile(WrittenTime.ORDINALS).asPredicate())
                && pattern.contains("M")
            ? WrittenTime.ORDINALS
            : "";
    return new TimeColumn(
        column,
        kind,
        pattern,
        language,
        remove,
        split,
        same.getFirst().offset(),
        same.getFirst().year() || iso,
        String.join("; ", reasons),
        String.join("; ", doubts));
  }

  private static String language(List<WrittenTime> times) {
    List<WrittenTime> named = times.stream().filter(time -> !time.languages().isEmpty()).toList();
    return named.isEmpty()
        ? ""
        : TimeNames.LANGUAGES.stream()
            .max(
                Comparator.comparingLong(language ->
                    named.stream().filter(time -> time.languages().contains(language)).count()))
            .orElse("");
  }

  /// The one pattern that all values have, or most of them.
  private static String pattern(List<WrittenTime> times, List<String> doubts) {
    Map<String, Integer> counts = new HashMap<>();
    times.forEach(time -> counts.merge(time.pattern(), 1, Integer::sum));
    for (Pattern loose : List.of(Pattern.compile("(?<![\\p{L}])([dMHh\ue001\ue002])\\1(?!\\1)"))) {
      if (counts.size() > 1) {
        merge(counts, text -> loose.matcher(text).replaceAll("$1"));
      }
    }
    if (counts.size() > 1) {
      merge(counts, text -> text.replaceFirst("mm(:ss)?(?!\\])", "mm[:ss]"));
    }
    if (counts.size() > 1) {
      merge(counts, text -> text.replaceFirst("(H ?'[hH]')( ?)(mm)?$", "$1[$2mm]"));
    }
    if (counts.size() > 1) {
      merge(counts, text -> text.replaceFirst(" ?a$", "[ ]a"));
    }
    if (counts.size() > 1) {
      merge(counts, text -> text.replaceFirst("^h(:mm)?(\\[:ss\\])?\\[ \\]a$", "h[:mm][ ]a"));
    }
    Map.Entry<String, Integer> most =
        counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    if (counts.size() == 2 || counts.size() == 3) {
      // Each way in brackets, the longest first: one may be how another begins.
      return counts.keySet().stream()
          .sorted(Comparator.comparingInt(String::length).reversed())
          .collect(Collectors.joining("][", "[", "]"));
    }
    if (counts.size() > 1) {
      doubts.add(
          (times.size() - most.getValue())
              + " of "
              + times.size()
              + " values are written otherwise");
    }
    return most.getKey();
  }

  private static void merge(
      Map<String, Integer> counts, java.util.function.UnaryOperator<String> change) {
    Map<String, Integer> merged = new HashMap<>();
    counts.forEach((text, count) -> merged.merge(change.apply(text), count, Integer::sum));
    if (merged.size() < counts.size()) {
      counts.clear();
      counts.putAll(merged);
    }
  }

  /// Whether each value is the beginning of a day: a date that a program wrote with a time.
  boolean isMidnight() {
    return kind == Kind.BOTH
        && pattern.equals("ISO")
        && column.share(
                text -> text.matches("[^T ]+[T ]00:00(:00)?([.]0+)?(Z|[+-]\\d\\d:?\\d\\d)?"))
            == 1;
  }
}
