package org.marquee.feed.proposed;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.proposed.WrittenTime.Kind;

/// A column of dates, of times of day or of both, and how all its rows together show it to be
/// written.
///
/// @param pattern of a mapping; `ISO` for what needs none
/// @param language of the names in it; empty where there are none
/// @param split what stands between several times of one value; empty where each is one
/// @param offset whether values end with an offset, or `Z`
/// @param doubt why it may be otherwise; empty where nothing speaks against it
record TimeColumn(
    FileColumn column,
    Kind kind,
    String pattern,
    String language,
    String split,
    boolean offset,
    String why,
    String doubt) {
  private static final double MOST = 0.85;
  private static final Pattern ISO_TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d([.]\\d{1,9})?)?(Z|[+-]\\d\\d:?\\d\\d)?");
  private static final Map<String, Pattern> UNITS =
      Map.of(
          "seconds", Pattern.compile("9\\d{8}|[12]\\d{9}"),
          "milliseconds", Pattern.compile("9\\d{11}|[12]\\d{12}"));
  private static final Pattern CLOCK_NUMBER = Pattern.compile("([01]?\\d|2[0-9])[0-5]\\d");
  private static final Pattern DIGIT = Pattern.compile("[0-9]");
  private static final List<String> BETWEEN = List.of(",", ";", "|", "/", "\n", " - ", " ");

  /// Ways to write one thing that one pattern can have: what is replaced, by what.
  private static final Map<Pattern, String> ALIKE = new LinkedHashMap<>();

  static {
    ALIKE.put(Pattern.compile("(?<!\\p{L})([dMHh\ue001\ue002])\\1(?!\\1)"), "$1");
    ALIKE.put(Pattern.compile("mm(:ss)?(?!\\])"), "mm[:ss]");
    ALIKE.put(Pattern.compile("(H ?'[hH]')( ?)(mm)?$"), "$1[$2mm]");
    ALIKE.put(Pattern.compile(" ?a$"), "[ ]a");
    ALIKE.put(Pattern.compile("^h(:mm)?(\\[:ss\\])?\\[ \\]a$"), "h[:mm][ ]a");
  }

  /// What a column is, if it is one of times.
  ///
  /// @param order of day and month as a person stated it; empty where the values decide
  static @Nullable TimeColumn of(FileColumn column, String order) {
    for (Map.Entry<String, Pattern> unit : UNITS.entrySet()) {
      if (column.share(unit.getValue()) == 1) {
        String why = "it counts " + unit.getKey() + " since 1970";
        return new TimeColumn(column, Kind.BOTH, "epoch " + unit.getKey(), "", "", true, why, "");
      }
    }
    if (column.share(text -> DIGIT.matcher(text).find()) < MOST || column.averageLength() > 300) {
      return null;
    }
    TimeColumn one = of(column, List.copyOf(column.different()), "", order);
    return one != null
        ? one
        : BETWEEN.stream()
            .flatMap(sign -> Stream.ofNullable(several(column, sign, order)))
            .findFirst()
            .orElse(null);
  }

  /// Several times in each value.
  private static @Nullable TimeColumn several(FileColumn column, String sign, String order) {
    List<String> parts =
        column.different().stream()
            .flatMap(text -> Stream.of(text.split(Pattern.quote(sign), -1)))
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .toList();
    TimeColumn times =
        parts.size() > column.different().size() ? of(column, parts, sign, order) : null;
    return times == null || times.kind == Kind.DATE ? null : times;
  }

  /// Numbers of three or four digits, which are times where a column is called so.
  static @Nullable TimeColumn ofNumbers(FileColumn column) {
    boolean four = column.different().stream().allMatch(text -> text.length() == 4);
    String why = "four digits are hours and minutes";
    return column.share(CLOCK_NUMBER) < 1
        ? null
        : new TimeColumn(column, Kind.TIME, four ? "HHmm" : "Hmm", "", "", false, why, "");
  }

  private static @Nullable TimeColumn of(
      FileColumn column, List<String> values, String split, String order) {
    List<String> beginning = values.subList(0, Math.min(100, values.size()));
    if (times(beginning).count() < MOST * beginning.size() / 2) {
      return null;
    }
    List<WrittenTime> times =
        times(values).collect(groupingBy(WrittenTime::kind)).values().stream()
            .max(Comparator.comparingInt(List::size))
            .orElse(List.of());
    if (times.isEmpty() || times.size() < MOST * values.size()) {
      return null;
    }
    List<String> doubts = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    int others = values.size() - times.size();
    if (others > 0) {
      doubts.add(others + " of " + values.size() + " values are no such time");
    }
    Kind kind = times.getFirst().kind();
    boolean iso =
        kind == Kind.BOTH
            && split.isEmpty()
            && values.stream().filter(value -> ISO_TIME.matcher(value).matches()).count()
                >= MOST * values.size();
    String pattern =
        iso ? "ISO" : new DayOrder(times, reasons, doubts).in(pattern(times, doubts), order);
    return new TimeColumn(
        column,
        kind,
        pattern,
        language(times),
        split,
        times.getFirst().offset(),
        String.join("; ", reasons),
        String.join("; ", doubts));
  }

  private static Stream<WrittenTime> times(List<String> values) {
    return values.stream().flatMap(value -> Stream.ofNullable(WrittenTime.of(value)));
  }

  private static String language(List<WrittenTime> times) {
    Map<String, Long> counts =
        times.stream()
            .flatMap(time -> time.languages().stream())
            .collect(groupingBy(language -> language, counting()));
    return WrittenTime.LANGUAGES.stream()
        .filter(counts::containsKey)
        .max(Comparator.comparing(counts::get))
        .orElse("");
  }

  /// The one pattern that all values have, or most of them.
  private static String pattern(List<WrittenTime> times, List<String> doubts) {
    Map<String, Integer> counts = new HashMap<>();
    times.forEach(time -> counts.merge(time.pattern(), 1, Integer::sum));
    ALIKE.forEach((alike, one) -> {
      Map<String, Integer> merged = new HashMap<>();
      counts.forEach(
          (text, count) -> merged.merge(alike.matcher(text).replaceAll(one), count, Integer::sum));
      if (merged.size() < counts.size()) {
        counts.clear();
        counts.putAll(merged);
      }
    });
    if (counts.size() == 2 || counts.size() == 3) {
      // Each way in brackets, the longest first: one may be how another begins.
      return counts.keySet().stream()
          .sorted(Comparator.comparingInt(String::length).reversed())
          .collect(joining("][", "[", "]"));
    }
    Map.Entry<String, Integer> most =
        counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    if (counts.size() > 1) {
      doubts.add(
          (times.size() - most.getValue())
              + " of "
              + times.size()
              + " values are written otherwise");
    }
    return most.getKey();
  }

  boolean isEpoch() {
    return pattern.startsWith("epoch");
  }

  boolean hasYear() {
    return isEpoch() || pattern.equals("ISO") || pattern.contains("y");
  }

  /// What is taken out of each value first; empty: nothing.
  String ordinals() {
    boolean any =
        column.different().stream().anyMatch(Pattern.compile(WrittenTime.ORDINALS).asPredicate());
    return any && pattern.contains("M") ? WrittenTime.ORDINALS : "";
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
