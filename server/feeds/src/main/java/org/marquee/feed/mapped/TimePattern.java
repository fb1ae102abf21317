package org.marquee.feed.mapped;

import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedStart;

/// How dates and times are written (docs/mappings.md, "Dates and times").
///
/// Letters are those of `java.time`; what they find is put together here, strictly: 30 February is
/// no date, and hours from 24 to 29 are those of the night that follows, as some cinemas write
/// them.
///
/// @param words what a text must be, as it follows "must be"
/// @param formatter null where times count from 1970
/// @param halves whether it reads the halves of a day, which some write with dots
/// @param milliseconds of the unit in which times count from 1970
public record TimePattern(
    String words, @Nullable DateTimeFormatter formatter, boolean halves, long milliseconds) {
  /// The longest text that is looked at, in characters.
  private static final int LONGEST = 100;

  /// A number that is not written.
  private static final int NONE = Integer.MIN_VALUE;

  private static final int FIRST_YEAR = 1;
  private static final int LAST_YEAR = 9998;

  /// The default of a mapping: ISO 8601, as `2026-11-21T19:30`, with seconds and an offset or
  /// without.
  public static final TimePattern ISO =
      new TimePattern(
          "a date and time, as 2026-11-21T19:30 or 2026-11-21T19:30:00Z",
          new DateTimeFormatterBuilder()
              .appendPattern("uuuu-MM-dd['T'][' ']HH:mm[:ss]")
              .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
              .appendPattern("[XXX][XX]")
              .toFormatter(Locale.ROOT),
          false,
          0);

  /// As [#ISO], for dates; a time that follows is passed over.
  static final TimePattern ISO_DATE =
      new TimePattern(
          "a date, as 2026-11-21",
          DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT),
          false,
          0);

  /// A pattern that cannot be understood; the message says why, as it follows the pattern.
  public static final class InvalidPattern extends Exception {
    private static final long serialVersionUID = 1;

    InvalidPattern(String message) {
      super(message);
    }
  }

  /// The pattern of a time; `epoch seconds` and `epoch milliseconds` count from 1970.
  public static TimePattern ofTime(String pattern, Locale language) throws InvalidPattern {
    return switch (pattern) {
      case "ISO" -> ISO;
      case "epoch seconds" -> new TimePattern("seconds since 1970", null, false, 1000);
      case "epoch milliseconds" -> new TimePattern("milliseconds since 1970", null, false, 1);
      default -> {
        TimePattern letters = ofDate(pattern, language);
        checkHour(pattern);
        yield letters;
      }
    };
  }

  /// The pattern of a time of day.
  static TimePattern ofClock(String pattern, Locale language) throws InvalidPattern {
    TimePattern letters = ofLetters(pattern, language);
    if (has(pattern, "XxZ")) {
      throw new InvalidPattern("has an offset, but no date");
    }
    checkHour(pattern);
    return letters;
  }

  private static void checkHour(String pattern) throws InvalidPattern {
    if (!has(pattern, "Hhm")) {
      throw new InvalidPattern("has no hour");
    }
    if (has(pattern, "h") && !has(pattern, "a")) {
      throw new InvalidPattern("has a 12-hour hour, h, without am or pm, a");
    }
  }

  /// Whether a pattern of times has a date, or a part of one.
  static boolean hasDate(String pattern) {
    return pattern.equals("ISO") || pattern.startsWith("epoch ") || has(pattern, "uyMLdE");
  }

  public static TimePattern ofDate(String pattern, Locale language) throws InvalidPattern {
    if (pattern.equals("ISO")) {
      return ISO_DATE;
    }
    if (!has(pattern, "uy") || !has(pattern, "ML") || !has(pattern, "d")) {
      throw new InvalidPattern("has no full date: year, month and day");
    }
    return ofLetters(pattern, language);
  }

  private static TimePattern ofLetters(String pattern, Locale language) throws InvalidPattern {
    String letters = pattern.replaceAll("'[^']*'", "");
    for (int at = 0; at < letters.length(); at++) {
      char letter = letters.charAt(at);
      if (Character.isLetter(letter) && "uyMLdEHhmsSaXxZ".indexOf(letter) < 0) {
        throw new InvalidPattern("has a letter that means nothing here: " + letter);
      }
    }
    try {
      return new TimePattern(
          "written as " + pattern,
          NamesInPattern.formatter(pattern, language),
          has(pattern, "a"),
          0);
    } catch (IllegalArgumentException e) {
      throw new InvalidPattern("is not a pattern: " + e.getMessage());
    }
  }

  private static boolean has(String pattern, String letters) {
    String outside = pattern.replaceAll("'[^']*'", "");
    return letters.chars().anyMatch(letter -> outside.indexOf(letter) >= 0);
  }

  /// A time that was read.
  ///
  /// @param sameDay whether it lies on the date that is written: not where the hour is 24 or later,
  ///   nor where no date is written
  public record ParsedTime(FeedStart start, boolean sameDay) {}

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
  private static final Pattern SPACES = Pattern.compile("[\\s\\u00a0\\u202f]+");
  private static final Pattern HALVES = Pattern.compile("(?i)\\b([ap])\\.?m\\b\\.?");

  /// The time that `text` gives; null where it is not written so, or no time of the years 1 to
  /// 9998.
  public @Nullable ParsedTime time(String text) {
    if (formatter == null) {
      return sinceEpoch(text);
    }
    TemporalAccessor found = parsed(text, formatter);
    LocalDate date = found == null ? null : date(found);
    int seconds = found == null ? NONE : secondOfDay(found);
    if (found == null || date == null || seconds == NONE) {
      return null;
    }
    LocalDateTime local = date.atStartOfDay().plusSeconds(seconds);
    boolean sameDay = local.toLocalDate().equals(date);
    if (local.getYear() > LAST_YEAR) {
      return null;
    }
    if (!found.isSupported(ChronoField.OFFSET_SECONDS)) {
      return new ParsedTime(new FeedStart.Local(local), sameDay);
    }
    int offset = number(found, ChronoField.OFFSET_SECONDS, 0);
    // An offset may have seconds in java.time, but no date-time can be written with them.
    return Math.abs(offset) > ZoneOffset.MAX.getTotalSeconds() || offset % 60 != 0
        ? null
        : new ParsedTime(
            new FeedStart.Exact(local.toInstant(ZoneOffset.ofTotalSeconds(offset)), offset / 60),
            sameDay);
  }

  /// The time of day that `text` gives; null where it is not written so.
  @Nullable LocalTime clock(String text) {
    TemporalAccessor found = formatter == null ? null : parsed(text, formatter);
    int seconds = found == null ? NONE : secondOfDay(found);
    return seconds == NONE ? null : LocalTime.MIDNIGHT.plusSeconds(seconds);
  }

  private @Nullable ParsedTime sinceEpoch(String text) {
    if (!WHOLE.matcher(text).matches()) {
      return null;
    }
    try {
      Instant instant =
          Instant.ofEpochMilli(Math.multiplyExact(Long.parseLong(text), milliseconds));
      int year = instant.atOffset(ZoneOffset.UTC).getYear();
      return year >= FIRST_YEAR && year <= LAST_YEAR
          ? new ParsedTime(new FeedStart.Exact(instant, 0), false)
          : null;
    } catch (ArithmeticException _) {
      return null;
    }
  }

  public @Nullable LocalDate date(String text) {
    TemporalAccessor found = formatter == null ? null : parsed(text, formatter);
    return found == null ? null : date(found);
  }

  /// What the letters stand for, each for itself: `java.time` would shorten a month that is too
  /// long, or refuse what we take.
  private @Nullable TemporalAccessor parsed(String text, DateTimeFormatter letters) {
    if (text.length() > LONGEST) {
      return null;
    }
    String spaced = SPACES.matcher(text).replaceAll(" ").strip();
    String plain = halves ? HALVES.matcher(spaced).replaceAll("$1m") : spaced;
    ParsePosition position = new ParsePosition(0);
    TemporalAccessor found;
    try {
      found = letters.parseUnresolved(plain, position);
    } catch (DateTimeException _) {
      // It checks the parts of an offset, although it resolves nothing.
      return null;
    }
    if (found == null || position.getErrorIndex() >= 0) {
      return null;
    }
    boolean atEnd = position.getIndex() == plain.length();
    boolean beforeTime =
        equals(ISO_DATE) && !atEnd && "T ".indexOf(plain.charAt(position.getIndex())) >= 0;
    return atEnd || beforeTime ? found : null;
  }

  private static @Nullable LocalDate date(TemporalAccessor found) {
    int year = number(found, ChronoField.YEAR, number(found, ChronoField.YEAR_OF_ERA, NONE));
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      return null;
    }
    try {
      LocalDate date =
          LocalDate.of(
              year,
              number(found, ChronoField.MONTH_OF_YEAR, NONE),
              number(found, ChronoField.DAY_OF_MONTH, NONE));
      int weekday = date.getDayOfWeek().getValue();
      return number(found, ChronoField.DAY_OF_WEEK, weekday) == weekday ? date : null;
    } catch (DateTimeException _) {
      return null;
    }
  }

  /// Seconds from the date's midnight; more than a day's for the hours of the night after it.
  private static int secondOfDay(TemporalAccessor found) {
    int hour = number(found, ChronoField.HOUR_OF_DAY, NONE);
    int ofHalf = number(found, ChronoField.CLOCK_HOUR_OF_AMPM, NONE);
    int half = number(found, ChronoField.AMPM_OF_DAY, NONE);
    int minute = number(found, ChronoField.MINUTE_OF_HOUR, NONE);
    if (hour == NONE && ofHalf == NONE && half == NONE) {
      // Where no hour is written, minutes count from midnight.
      return minute >= 0 && minute < 30 * 60 ? minute * 60 : NONE;
    }
    if (hour == NONE && half != NONE && ofHalf >= 1 && ofHalf <= 12) {
      hour = ofHalf % 12 + 12 * half;
    }
    int second = number(found, ChronoField.SECOND_OF_MINUTE, 0);
    return hour >= 0 && hour <= 29 && isOf60(minute == NONE ? 0 : minute) && isOf60(second)
        ? hour * 3600 + Math.max(0, minute) * 60 + second
        : NONE;
  }

  private static boolean isOf60(int number) {
    return number >= 0 && number < 60;
  }

  private static int number(TemporalAccessor found, ChronoField field, int otherwise) {
    return found.isSupported(field)
        ? Math.clamp(found.getLong(field), NONE + 1, Integer.MAX_VALUE)
        : otherwise;
  }
}
