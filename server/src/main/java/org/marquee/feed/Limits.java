package org.marquee.feed;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Timestamps;

/// The limits of the specification (section 2), one constant for each kind of member. Lengths count
/// code points.
public final class Limits {
  /// Text of any length, for what is only part of something longer.
  public static final Limit<String> TEXT =
      text("a string that is not empty", text -> codePoints(text) > 0);

  public static final Limit<String> EXTERNAL_ID = text(1, 240);

  /// An external id that a feed may write as a number.
  public static final Limit<String> EXTERNAL_KEY =
      new Limit<>(
          "a string of 1 to 240 characters, or an integer",
          value ->
              value instanceof Value.Numeral(String digits, boolean whole) && whole
                  ? digits.length() <= 240 ? digits : null
                  : EXTERNAL_ID.read(value));

  public static final Limit<String> CHAIN_NAME = text(1, 160);
  public static final Limit<String> CINEMA_NAME = text(1, 240);
  public static final Limit<String> SCREEN_NAME = text(1, 120);
  public static final Limit<String> TITLE = text(1, 300);
  public static final Limit<String> CERTIFICATION = text(1, 32);
  public static final Limit<String> LOCALITY = text(1, 160);
  public static final Limit<String> POSTCODE = text(2, 16);

  /// What stands in for a postcode that nobody knows.
  public static final Limit<String> MISSING_POSTCODE =
      text(
          "a text of 2 to 16 characters that is not blank",
          text ->
              POSTCODE.of(new Value.Text(text)) != null
                  && !text.isBlank()
                  && text.codePoints().noneMatch(Character::isISOControl));

  public static final Limit<String> ADDRESS = text(1, 300);

  private static final int LONGEST_URI = 8000;

  public static final Limit<String> URI =
      text(
          "a URI with its scheme (RFC 3986), up to " + LONGEST_URI + " characters",
          text -> text.length() <= LONGEST_URI && Uri.isUri(text));

  private static final Set<String> COUNTRIES =
      Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2);

  public static final Limit<String> COUNTRY_CODE =
      text("a country code of ISO 3166-1 in two upper-case letters", COUNTRIES::contains);

  private static final Set<String> TIME_ZONES = ZoneId.getAvailableZoneIds();

  public static final Limit<String> TIME_ZONE =
      text("a name of the IANA time-zone database", TIME_ZONES::contains);

  public static final Limit<String> EXT_CATALOG_A_ID =
      text("a positive integer without leading zeros, as a string", Limits::isCatalogA);

  public static final Limit<String> EXT_CATALOG_B_ID =
      text("tt and 7 to 10 digits", Limits::isCatalogB);

  public static final Limit<Integer> DURATION_MINUTES =
      new Limit<>("an integer from 0 to 1000", value -> minutes(value));

  public static final Limit<Double> LATITUDE = degrees(90);
  public static final Limit<Double> LONGITUDE = degrees(180);

  /// Years that stay within four digits whatever offset they are written with.
  private static final int FIRST_YEAR = 1;

  private static final int LAST_YEAR = 9998;
  private static final long FIRST_SECOND = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long END_SECOND = Instant.parse("9999-01-01T00:00:00Z").getEpochSecond();

  public static final Limit<Instant> TIMESTAMP =
      new Limit<>(
          "a date and time with its offset, as 2026-11-21T19:30:00Z, of the years 0001 to 9998",
          value -> {
            FeedRecord.Start.Exact exact = exact(value);
            return exact == null ? null : exact.instant();
          });

  public static final Limit<LocalDate> DATE =
      new Limit<>(
          "a date, as 2026-11-21",
          value -> {
            LocalDate date =
                value instanceof Value.Text(String text)
                    ? Timestamps.readDate(text).orElse(null)
                    : value instanceof Value.Date(LocalDate read) ? read : null;
            return date != null && date.getYear() >= FIRST_YEAR ? date : null;
          });

  /// A date of a feed that writes the zero of its system where it has none, or a date with a time.
  public static final Limit<LocalDate> RELEASE_DATE =
      new Limit<>(
          "a date, as 2026-11-21, from 1902 on",
          value ->
              value instanceof Value.Text(String text)
                  ? LocalTimes.date(text.split("[T ]", 2)[0])
                      .filter(date -> !LocalTimes.isEmpty(date))
                      .orElse(null)
                  : null);

  /// A list of values.
  public static final Limit<List<Value>> LIST =
      new Limit<>("a list", value -> value instanceof Value.Items(List<Value> list) ? list : null);

  public static final Limit<FeedRecord.Start> START =
      new Limit<>(
          "a date and time, as 2026-11-21T19:30:00Z, or without offset as 2026-11-21T19:30, of the"
              + " years 0001 to 9998",
          value -> {
            FeedRecord.Start exact = exact(value);
            return exact == null ? local(value) : exact;
          });

  /// [#START], and local times as [LocalTimes] reads them, of 1902 and later.
  public static final Limit<FeedRecord.Start> START_AS_WRITTEN =
      new Limit<>(
          START.words() + ", or as 20261121T193000, 2026-11-21 7:30 PM or 2026-11-21T24:00",
          value -> {
            FeedRecord.Start start = START.read(value);
            if (start == null && value instanceof Value.Text(String text)) {
              start =
                  LocalTimes.dateAndTime(text)
                      .filter(Limits::isWithinYears)
                      .map(FeedRecord.Start.Local::new)
                      .orElse(null);
            }
            return start instanceof FeedRecord.Start.Local(LocalDateTime time)
                    && LocalTimes.isEmpty(time.toLocalDate())
                ? null
                : start;
          });

  /// An instant in milliseconds since 1970, as some systems count.
  public static final Limit<Instant> EPOCH_MILLISECONDS =
      new Limit<>(
          "an instant in milliseconds since 1970, of the years 0001 to 9998",
          value -> epochMilliseconds(value));

  /// A running time in milliseconds, rounded to minutes.
  public static final Limit<Integer> DURATION_MILLISECONDS =
      new Limit<>(
          "a running time of up to 1000 minutes in milliseconds",
          value -> minutesOfMilliseconds(value));

  public static final Limit<Boolean> FLAG =
      new Limit<>("true or false", value -> value instanceof Value.Flag(boolean set) ? set : null);

  private Limits() {}

  /// A string of `least` to `most` code points, without NUL, which PostgreSQL cannot store, and
  /// without lone surrogates, which UTF-8 cannot write.
  static Limit<String> text(int least, int most) {
    return text(
        "a string of " + least + " to " + most + " characters",
        text -> {
          int length = codePoints(text);
          return length >= least && length <= most;
        });
  }

  private static Limit<String> text(String words, Predicate<String> test) {
    return new Limit<>(
        words, value -> value instanceof Value.Text(String text) && test.test(text) ? text : null);
  }

  /// How many code points `text` has; -1 where one of them cannot be stored or written.
  private static int codePoints(String text) {
    int units = text.length();
    int pairs = 0;
    for (int at = 0; at < units; at++) {
      char unit = text.charAt(at);
      if (unit == 0 || Character.isLowSurrogate(unit)) {
        return -1;
      }
      if (Character.isHighSurrogate(unit)) {
        at++;
        if (at == units || !Character.isLowSurrogate(text.charAt(at))) {
          return -1;
        }
        pairs++;
      }
    }
    return units - pairs;
  }

  private static boolean isCatalogA(String text) {
    return !text.isEmpty() && text.charAt(0) != '0' && allDigits(text, 0);
  }

  private static boolean isCatalogB(String text) {
    return text.startsWith("tt") && text.length() >= 9 && text.length() <= 12 && allDigits(text, 2);
  }

  private static boolean allDigits(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Integer minutes(Value value) {
    Long minutes = whole(value);
    return minutes == null || minutes < 0 || minutes > 1000 ? null : minutes.intValue();
  }

  private static @Nullable Integer minutesOfMilliseconds(Value value) {
    Long milliseconds = whole(value);
    if (milliseconds == null || milliseconds < 0 || milliseconds > 60_000_000) {
      return null;
    }
    return Math.toIntExact((milliseconds + 30_000) / 60_000);
  }

  private static @Nullable Instant epochMilliseconds(Value value) {
    Long milliseconds = whole(value);
    if (milliseconds == null) {
      return null;
    }
    Instant instant = Instant.ofEpochMilli(milliseconds);
    return isWithinYears(instant) ? instant : null;
  }

  private static @Nullable Long whole(Value value) {
    // 18 digits and a sign always fit.
    if (value instanceof Value.Numeral(String digits, boolean whole)
        && whole
        && digits.length() <= 19) {
      try {
        return Long.valueOf(digits);
      } catch (NumberFormatException _) {
        return null;
      }
    }
    return value instanceof Value.Whole(long number) ? number : null;
  }

  private static Limit<Double> degrees(int most) {
    return new Limit<>(
        "a number from -" + most + " to " + most,
        value -> {
          if (!(value instanceof Value.Numeral(String digits, _))) {
            return null;
          }
          // Adding zero makes one zero of the two.
          double degrees = Double.parseDouble(digits) + 0.0;
          return degrees >= -most && degrees <= most ? degrees : null;
        });
  }

  private static FeedRecord.Start.@Nullable Exact exact(Value value) {
    if (value instanceof Value.Text(String text)) {
      return Timestamps.read(text)
          .filter(written -> isWithinYears(written.instant()))
          .map(written -> new FeedRecord.Start.Exact(written.instant(), written.offsetMinutes()))
          .orElse(null);
    }
    return value instanceof Value.Time(FeedRecord.Start.Exact exact)
            && isWithinYears(exact.instant())
        ? exact
        : null;
  }

  private static FeedRecord.Start.@Nullable Local local(Value value) {
    if (value instanceof Value.Text(String text)) {
      return Timestamps.readLocal(text)
          .filter(Limits::isWithinYears)
          .map(FeedRecord.Start.Local::new)
          .orElse(null);
    }
    return value instanceof Value.Time(FeedRecord.Start.Local local) && isWithinYears(local.time())
        ? local
        : null;
  }

  private static boolean isWithinYears(Instant instant) {
    long second = instant.getEpochSecond();
    return second >= FIRST_SECOND && second < END_SECOND;
  }

  /// Whether a local time is within the years in every zone: none is a day away from UTC.
  private static boolean isWithinYears(LocalDateTime local) {
    return local.minusDays(1).getYear() >= FIRST_YEAR && local.plusDays(1).getYear() <= LAST_YEAR;
  }
}
