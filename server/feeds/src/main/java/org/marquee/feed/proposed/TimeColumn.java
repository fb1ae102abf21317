package org.marquee.feed.proposed;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.feed.mapped.TimePattern;

/// How the values of a column can be read as dates and times, as the import reads them.
///
/// @param ways that read equally many of the values; several differ in the order of day, month and
///   year
/// @param between what stands between several times of one value, or [#HALF]; empty where there is
///   one
/// @param odd values that are written in another way
record TimeColumn(FileColumn column, List<Way> ways, String between, List<String> odd) {
  /// What `7:15p` lacks.
  static final String HALF = "m";

  private static final List<String> RANGE = List.of("-", "–", "—", " bis ", " to ");
  private static final List<String> LIST = List.of(",", ";", "/", "|", "&", "+", "\n");

  /// What is tried, one after the other: instants, times of day, dates of numbers and, where a text
  /// has letters, of names.
  private static final List<Way> WHOLE = ways("en", "ISO|epoch seconds|epoch milliseconds");

  private static final List<Way> CLOCKS =
      ways("en", "H[:][.]mm[:ss]|H'h'[mm]|h[:][.][mm][ ]a|H[:][.]mm 'Uhr'");
  private static final List<Way> NUMBERS =
      ways(
          "en",
          "yyyy-M-d|yyyy/M/d|yyyy.M.d|yyyyMMdd|yyyy'年'M'月'd'日'|d.M.yyyy|d.M.yy|yy.M.d|d/M/yyyy|M/d/yyyy|d/M/yy|M/d/yy|yy/M/d|d-M-yyyy|M-d-yyyy|d-M-yy|M-d-yy|yy-M-d");
  private static final List<Way> NAMES =
      Stream.of("en de fr es it nl pt da sv nb pl cs fi".split(" ", -1))
          .flatMap(language ->
              ways(
                  language,
                  "d MMM yyyy|d. MMM yyyy|d 'de' MMM 'de' yyyy|MMM d, yyyy|d-MMM-yyyy|yyyy-M-d|d.M.yyyy|d.M.yy|d/M/yyyy|M/d/yyyy|d-M-yyyy"
                      .replaceAll("(^|[|])", "$1[EE[,] ]"))
                  .stream())
          .toList();

  /// A date, what stands behind it, and a time of day.
  private static final Pattern DATED =
      Pattern.compile("(.{6,}?)(T|,? )(\\d[\\d:.h]*(?: ?[AaPp][.]?[Mm][.]?| Uhr)?)");

  private static final Pattern RANGE_OF_ISO = Pattern.compile(".{10} \\d\\d:\\d\\d-.*");

  /// A pattern with the language of its names.
  ///
  /// @param signs what a text must have to be written so; most are passed over by that
  record Way(
      String pattern,
      String language,
      boolean hasDate,
      boolean hasClock,
      String signs,
      TimePattern time) {
    static Way of(String pattern, String language) {
      boolean hasDate = pattern.matches("ISO|epoch.*|.*y.*");
      boolean hasClock = pattern.matches("ISO|epoch.*|.*[Hh].*");
      String dated = (hasDate ? "" : "yyyy-M-d ") + pattern + (hasClock ? "" : " H:mm");
      String signs =
          pattern.startsWith("epoch")
              ? ""
              : pattern.replaceAll("\\[EE[^ ]* \\]|\\[[^]]*]|'[^']*'|\\w", "");
      try {
        TimePattern time = TimePattern.ofTime(dated, Locale.of(language));
        return new Way(pattern, language, hasDate, hasClock, signs, time);
      } catch (TimePattern.InvalidPattern e) {
        throw new IllegalStateException(pattern, e);
      }
    }

    /// The time that a text is, with some day where none is written. Null where it is no time, or
    /// one before 2015 or after 2045: feeds of today list no showings of those years.
    @Nullable FeedStart start(String text) {
      if (text.length() > 60 || signs.chars().anyMatch(sign -> text.indexOf(sign) < 0)) {
        return null;
      }
      TimePattern.ParsedTime read =
          time.time((hasDate ? "" : "2026-01-01 ") + text + (hasClock ? "" : " 12:00"));
      int year = read == null ? 0 : local(read.start()).getYear();
      return read == null || year < 2015 || year > 2045 ? null : read.start();
    }

    /// `day-first` and its like.
    String order() {
      int month = pattern.equals("ISO") ? 1 : pattern.indexOf('M');
      boolean day = pattern.indexOf('d') < month;
      return pattern.indexOf('y') < month ? "year-first" : day ? "day-first" : "month-first";
    }

    /// Whether it is an instant, and how it says so; empty where it is no time. `10:00-12:00` is a
    /// range, and no offset.
    private String manner(String text) {
      boolean range = pattern.equals("ISO") && RANGE_OF_ISO.matcher(text).matches();
      return switch (range ? null : start(text)) {
        case null -> "";
        case FeedStart.Local _ -> "local";
        case FeedStart.Exact _ -> text.endsWith("Z") ? "in UTC" : "with an offset";
      };
    }
  }

  static LocalDateTime local(FeedStart start) {
    return switch (start) {
      case FeedStart.Local(LocalDateTime time) -> time;
      case FeedStart.Exact exact -> exact.asLocal().time();
    };
  }

  /// Null where most values are no times. `7:15p` is one in a column that is called like a start:
  /// elsewhere it may be a certificate, or the name of a screen.
  static @Nullable TimeColumn of(FileColumn column) {
    return of(column, column.hints(StartSearch.NAMES));
  }

  /// The same for a column that is, or is not, said to be of times.
  static @Nullable TimeColumn of(FileColumn column, boolean isStart) {
    TimeColumn whole = of(column, "");
    int odd = whole == null ? Integer.MAX_VALUE : whole.odd.size();
    // Parts that can all be read say more than a whole that cannot.
    for (String sign : Stream.concat(LIST.stream(), RANGE.stream()).toList()) {
      boolean parts = odd > 0 && column.different().stream().anyMatch(text -> text.contains(sign));
      TimeColumn parted = parts ? of(column, sign) : null;
      if (parted != null && !parted.hasDate() && parted.odd.size() < odd) {
        return parted;
      }
    }
    return whole == null && isStart ? of(column, HALF) : whole;
  }

  /// Null where most parts of the values are no times.
  private static @Nullable TimeColumn of(FileColumn column, String between) {
    List<String> parts = column.different().stream().flatMap(text -> parts(text, between)).toList();
    Map<String, Way> ways = new LinkedHashMap<>();
    parts.stream()
        .limit(9)
        .flatMap(TimeColumn::ways)
        .forEach(way -> ways.putIfAbsent(way.language + way.pattern, way));
    List<Way> best = new ArrayList<>();
    long most = 0;
    for (Way way : ways.values()) {
      long read = parts.stream().filter(text -> way.start(text) != null).count();
      if (read > most) {
        best.clear();
        most = read;
      }
      if (read == most && best.stream().noneMatch(each -> each.order().equals(way.order()))) {
        best.add(way);
      }
    }
    if (most * 2 <= parts.size()) {
      return null;
    }
    Way way = best.getFirst();
    String manner =
        parts.stream().map(way::manner).filter(each -> !each.isEmpty()).findFirst().orElse("");
    List<String> odd =
        column.different().stream()
            .filter(text -> parts(text, between).anyMatch(part -> !way.manner(part).equals(manner)))
            .toList();
    return new TimeColumn(column, best, between, odd);
  }

  private static List<Way> ways(String language, String patterns) {
    return Stream.of(patterns.split("[|]", -1)).map(each -> Way.of(each, language)).toList();
  }

  /// The ways in which a text can be read.
  private static Stream<Way> ways(String text) {
    Matcher dated = DATED.matcher(text);
    Stream<Way> both =
        !dated.matches()
            ? Stream.empty()
            : reading(CLOCKS, dated.group(3))
                .flatMap(
                    clock -> dates(dated.group(1)).map(date -> join(date, dated.group(2), clock)));
    return Stream.of(reading(WHOLE, text), reading(CLOCKS, text), dates(text), both)
        .flatMap(each -> each);
  }

  private static Way join(Way date, String between, Way clock) {
    String pattern = date.pattern + between.replace("T", "'T'") + clock.pattern;
    return Way.of(pattern, date.language);
  }

  private static Stream<Way> dates(String text) {
    boolean named =
        text.length() < 60 && text.matches("(?s).*\\p{L}{2}.*") && text.matches("(?s).*\\d.*");
    return reading(named ? NAMES : NUMBERS, text);
  }

  private static Stream<Way> reading(List<Way> ways, String text) {
    return ways.stream().filter(way -> way.start(text) != null);
  }

  static boolean mayBe(String text) {
    return ways(text).findAny().isPresent();
  }

  private static Stream<String> parts(String text, String between) {
    return switch (between) {
      case "" -> Stream.of(text);
      case HALF -> Stream.of(text + HALF);
      default -> Stream.of(text.split(Pattern.quote(between), -1)).map(String::strip);
    };
  }

  boolean hasDate() {
    return ways.getFirst().hasDate();
  }

  boolean hasClock() {
    return ways.getFirst().hasClock();
  }

  boolean isRange() {
    return RANGE.contains(between);
  }

  /// The times in a value of the column.
  Stream<FeedStart> starts(String value) {
    return parts(value, between).flatMap(text -> Stream.ofNullable(ways.getFirst().start(text)));
  }

  /// The times of the wall clock, as they stand there; none if they are instants.
  List<LocalDateTime> times() {
    return column.different().stream()
        .flatMap(this::starts)
        .filter(start -> start instanceof FeedStart.Local)
        .map(TimeColumn::local)
        .toList();
  }
}
