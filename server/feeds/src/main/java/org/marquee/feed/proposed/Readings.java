package org.marquee.feed.proposed;

import java.text.DateFormatSymbols;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;
import org.marquee.feed.mapped.TimePattern;

/// The ways in which the values of a column can be read as dates and times, as the import reads
/// them.
///
/// @param patterns that read equally many of the values; several differ in the order of day, month
///   and year
/// @param between what stands between several times of one value; empty where there is one
/// @param values what was read: the values, or their parts
/// @param odd values that cannot be read
record Readings(
    FileColumn column,
    List<Written> patterns,
    String between,
    List<String> values,
    List<String> odd) {
  private static final String DAY = "2026-01-01 ";
  private static final List<String> LANGUAGES =
      List.of("en", "de", "fr", "es", "it", "nl", "pt", "da", "sv", "nb", "pl", "cs", "fi");
  private static final List<String> NUMBERS =
      List.of(
          "yyyy-M-d yyyy/M/d yyyy.M.d yyyyMMdd d.M.yyyy d.M.yy yy.M.d d/M/yyyy M/d/yyyy d/M/yy M/d/yy yy/M/d d-M-yyyy M-d-yyyy d-M-yy M-d-yy yy-M-d"
              .split(" ", -1));

  /// Dates with names in them: those of days, of months, or both.
  private static final List<String> WORDY =
      Stream.of("", "EE ", "EE, ")
          .flatMap(day ->
              Stream.concat(
                      NUMBERS.stream(),
                      Stream.of(
                          "d MMM yyyy", "d. MMM yyyy", "MMM d, yyyy", "MMM d yyyy", "d-MMM-yyyy"))
                  .map(date -> day + date))
          .toList();

  /// The names of days and months, full and short, by language.
  private static final Map<String, Set<String>> NAMED = new HashMap<>();

  static {
    for (String language : LANGUAGES) {
      DateFormatSymbols names = DateFormatSymbols.getInstance(Locale.of(language));
      NAMED.put(
          language,
          Stream.of(
                  names.getMonths(),
                  names.getShortMonths(),
                  names.getWeekdays(),
                  names.getShortWeekdays())
              .flatMap(Stream::of)
              .map(name -> name.toLowerCase(Locale.ROOT).replace(".", ""))
              .filter(name -> !name.isEmpty())
              .collect(Collectors.toSet()));
    }
  }

  private static final List<String> CLOCKS =
      List.of("H[:][.]mm[:ss],H'h'[mm],h[:][.][mm][ ]a,H[:][.]mm 'Uhr'".split(",", -1));
  private static final List<String> LIST = List.of(",", ";", "/", "|", "&", "+", "\n");
  private static final List<String> RANGE = List.of("-", "–", "—", " bis ", " to ");
  private static final Pattern EPOCH = Pattern.compile("(1[4-9]|2[01])\\d{8}(\\d{3})?");
  private static final Pattern RANGE_OF_ISO =
      Pattern.compile(".{10}( \\d\\d:\\d\\d-|.*-1[2-9]:).*");
  private static final int LONGEST = 60;
  private static final int MOST = 2000;
  private static final Map<String, TimePattern> PATTERNS = new ConcurrentHashMap<>();

  /// A pattern with the language of its names.
  record Written(String pattern, String language) {
    boolean hasClock() {
      return pattern.startsWith("epoch") || pattern.equals("ISO") || pattern.matches(".*[Hh].*");
    }

    boolean hasDate() {
      return pattern.startsWith("epoch") || pattern.equals("ISO") || pattern.contains("y");
    }

    /// The time that a text is, with some day where none is written; null where it is none.
    @Nullable FeedStart start(String text) {
      String dated = hasDate() ? text : DAY + text;
      String whole = !hasDate() ? "yyyy-M-d " + pattern : hasClock() ? pattern : pattern + " H:mm";
      TimePattern.ParsedTime time =
          text.length() > LONGEST ? null : of(whole).time(hasClock() ? dated : dated + " 12:00");
      return time == null || !isNear(time.start()) ? null : time.start();
    }

    private TimePattern of(String whole) {
      return PATTERNS.computeIfAbsent(
          whole + language,
          _ -> {
            try {
              return TimePattern.ofTime(whole, Locale.of(language));
            } catch (TimePattern.InvalidPattern e) {
              throw new IllegalStateException(whole, e);
            }
          });
    }

    /// `day-first` and its like.
    String order() {
      int year = pattern.indexOf('y');
      int month = pattern.indexOf('M');
      int day = pattern.indexOf('d');
      return year < month ? "year-first" : day < month ? "day-first" : "month-first";
    }
  }

  /// Nobody lists showings of other years.
  private static boolean isNear(FeedStart start) {
    int year =
        switch (start) {
          case FeedStart.Local(LocalDateTime time) -> time.getYear();
          case FeedStart.Exact exact -> exact.asLocal().time().getYear();
        };
    return year > 2014 && year < 2046;
  }

  /// Null where most values are no times.
  static @Nullable Readings of(FileColumn column) {
    List<String> all = column.different();
    Readings whole = of(column, all, "", all);
    List<Readings> parted = new ArrayList<>();
    for (String sign : Stream.concat(LIST.stream(), RANGE.stream()).toList()) {
      if (all.stream().limit(MOST).anyMatch(text -> text.contains(sign))) {
        List<String> parts =
            all.stream()
                .filter(text -> text.length() <= LONGEST)
                .flatMap(text -> Stream.of(text.split(Pattern.quote(sign), -1)).map(String::strip))
                .toList();
        Readings read = of(column, parts, sign, all);
        if (read != null && !read.hasDate()) {
          parted.add(read);
        }
      }
    }
    // Parts that can all be read say more than a whole that cannot.
    return parted.stream()
        .filter(read -> whole == null || read.odd.size() < whole.odd.size())
        .findFirst()
        .orElse(whole);
  }

  private static @Nullable Readings of(
      FileColumn column, List<String> values, String between, List<String> all) {
    List<String> looked = values.stream().limit(MOST).toList();
    List<Written> fitting = List.of();
    long most = looked.size() / 2;
    for (Written each :
        looked.stream().limit(5).flatMap(Readings::candidates).distinct().toList()) {
      long read = looked.stream().filter(text -> isTime(each, text)).count();
      boolean named = fitting.stream().anyMatch(other -> other.pattern().equals(each.pattern()));
      if (read > most || (read == most && !fitting.isEmpty() && !named)) {
        fitting =
            read > most ? List.of(each) : Stream.concat(fitting.stream(), Stream.of(each)).toList();
        most = read;
      }
    }
    if (fitting.isEmpty()) {
      return null;
    }
    Written first = fitting.getFirst();
    Predicate<String> isOdd =
        text ->
            (between.isEmpty()
                    ? Stream.of(text)
                    : Stream.of(text.split(Pattern.quote(between), -1)))
                .anyMatch(part -> !isTime(first, part.strip()));
    return new Readings(column, fitting, between, values, all.stream().filter(isOdd).toList());
  }

  private static boolean isTime(Written written, String text) {
    boolean range = written.pattern().equals("ISO") && RANGE_OF_ISO.matcher(text).matches();
    return !range && written.start(text) != null;
  }

  static boolean mayBeTime(String text) {
    return candidates(text).findAny().isPresent();
  }

  /// The patterns that a text may be written in.
  private static Stream<Written> candidates(String text) {
    long words = text.codePoints().filter(Character::isLetter).count();
    if (text.length() > LONGEST || words > 24 || text.chars().noneMatch(Character::isDigit)) {
      return Stream.empty();
    }
    if (EPOCH.matcher(text).matches()) {
      return Stream.of(
          new Written(text.length() == 10 ? "epoch seconds" : "epoch milliseconds", "en"));
    }
    Written iso = new Written("ISO", "en");
    if (isTime(iso, text)) {
      return Stream.of(iso);
    }
    List<Written> found = new ArrayList<>(dates(text));
    found.addAll(clocks(text));
    // A date, something between, and a time.
    IntStream.range(6, text.length())
        .filter(at -> " T,".indexOf(text.charAt(at)) >= 0 && text.charAt(at - 1) != ',')
        .forEach(at -> {
          int end = at + (text.startsWith(", ", at) ? 2 : 1);
          String sign = text.substring(at, end).replace("T", "'T'");
          for (Written clock : clocks(text.substring(end))) {
            for (Written date : dates(text.substring(0, at))) {
              found.add(new Written(date.pattern() + sign + clock.pattern(), date.language()));
            }
          }
        });
    return found.stream();
  }

  private static List<Written> clocks(String text) {
    return CLOCKS.stream()
        .map(clock -> new Written(clock, "en"))
        .filter(clock -> clock.start(text) != null)
        .toList();
  }

  private static List<Written> dates(String text) {
    Map<String, Written> found = new LinkedHashMap<>();
    boolean letters = text.chars().anyMatch(Character::isLetter);
    List<String> words = List.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}]+", -1));
    for (String language : letters ? LANGUAGES : List.of("en")) {
      // Most texts with digits are no dates.
      if (!letters || words.stream().anyMatch(NAMED.getOrDefault(language, Set.of())::contains)) {
        for (String date : letters ? WORDY : NUMBERS) {
          Written written = new Written(date, language);
          if (!found.containsKey(date) && written.start(text) != null) {
            found.put(date, written);
          }
        }
      }
    }
    return List.copyOf(found.values());
  }

  boolean hasDate() {
    return patterns.getFirst().hasDate();
  }

  boolean hasClock() {
    return patterns.getFirst().hasClock();
  }

  boolean isRange() {
    return RANGE.contains(between);
  }

  /// Whether its times need no zone to be understood.
  boolean isInstant() {
    return values.stream()
        .limit(MOST)
        .flatMap(text -> Stream.ofNullable(patterns.getFirst().start(text)))
        .anyMatch(FeedStart.Exact.class::isInstance);
  }

  /// The times as they stand there.
  List<LocalDateTime> times() {
    return values.stream()
        .flatMap(text -> Stream.ofNullable(patterns.getFirst().start(text)))
        .flatMap(start ->
            start instanceof FeedStart.Local(LocalDateTime time) ? Stream.of(time) : Stream.empty())
        .toList();
  }
}
