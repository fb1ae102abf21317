package org.marquee.feed.mapped;

import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.DayOfWeek;
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
import org.marquee.feed.FeedRecord.Start;

/// How dates and times are written (docs/mappings.md, "Dates and times").
///
/// Letters are those of `java.time`; what they find is put together here, strictly: 30 February is
/// no date, and hours from 24 to 29 are those of the night that follows, as some cinemas write
/// them.
abstract sealed class TimePattern {
  /// The longest text that is looked at, in characters.
  private static final int LONGEST = 100;

  private static final int FIRST_YEAR = 1;
  private static final int LAST_YEAR = 9998;

  /// The default of a mapping: ISO 8601, as `2026-11-21T19:30`, with seconds and an offset or
  /// without.
  static final TimePattern ISO =
      new Letters(
          "a date and time, as 2026-11-21T19:30 or 2026-11-21T19:30:00Z",
          false,
          new DateTimeFormatterBuilder()
              .appendPattern("uuuu-MM-dd['T'][' ']HH:mm[:ss]")
              .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
              .appendPattern("[XXX][XX]")
              .toFormatter(Locale.ROOT));

  /// As [#ISO], for dates; a time that follows is passed over.
  static final TimePattern ISO_DATE =
      new Letters(
          "a date, as 2026-11-21", false, DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT));

  /// A pattern that cannot be understood; the message says why, as it follows the pattern.
  static final class Fault extends Exception {
    private static final long serialVersionUID = 1;

    Fault(String message) {
      super(message);
    }
  }

  /// The pattern of a time; `epoch seconds` and `epoch milliseconds` count from 1970.
  static TimePattern ofTime(String pattern, Locale language) throws Fault {
    return switch (pattern) {
      case "ISO" -> ISO;
      case "epoch seconds" -> new Epoch(1000);
      case "epoch milliseconds" -> new Epoch(1);
      default -> {
        TimePattern letters = ofDate(pattern, language);
        if (!has(pattern, "Hhm")) {
          throw new Fault("has no hour");
        }
        if (has(pattern, "h") && !has(pattern, "a")) {
          throw new Fault("has a 12-hour hour, h, without am or pm, a");
        }
        yield letters;
      }
    };
  }

  static TimePattern ofDate(String pattern, Locale language) throws Fault {
    if (pattern.equals("ISO")) {
      return ISO_DATE;
    }
    String letters = pattern.replaceAll("'[^']*'", "");
    for (int at = 0; at < letters.length(); at++) {
      char letter = letters.charAt(at);
      if (Character.isLetter(letter) && "uyMLdEHhmsSaXxZ".indexOf(letter) < 0) {
        throw new Fault("has a letter that means nothing here: " + letter);
      }
    }
    if (!has(letters, "uy") || !has(letters, "ML") || !has(letters, "d")) {
      throw new Fault("has no full date: year, month and day");
    }
    try {
      return new Letters(
          "written as " + pattern, has(pattern, "a"), NamesInPattern.formatter(pattern, language));
    } catch (IllegalArgumentException e) {
      throw new Fault("is not a pattern: " + e.getMessage());
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
  record Reading(Start start, boolean sameDay) {}

  /// The time that `text` gives; null where it is not written so, or no time of the years 1 to
  /// 9998.
  abstract @Nullable Reading time(String text);

  abstract @Nullable LocalDate date(String text);

  /// What a text must be, as it follows "must be".
  abstract String words();

  private static final class Epoch extends TimePattern {
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

    private final long milliseconds;

    Epoch(long milliseconds) {
      this.milliseconds = milliseconds;
    }

    @Override
    @Nullable Reading time(String text) {
      if (!WHOLE.matcher(text).matches()) {
        return null;
      }
      try {
        Instant instant =
            Instant.ofEpochMilli(Math.multiplyExact(Long.parseLong(text), milliseconds));
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        return year >= FIRST_YEAR && year <= LAST_YEAR
            ? new Reading(new Start.Exact(instant, 0), false)
            : null;
      } catch (ArithmeticException _) {
        return null;
      }
    }

    @Override
    @Nullable LocalDate date(String text) {
      return null;
    }

    @Override
    String words() {
      return (milliseconds == 1 ? "milliseconds" : "seconds") + " since 1970";
    }
  }

  private static final class Letters extends TimePattern {
    private static final Pattern SPACES = Pattern.compile("[\\s\\u00a0\\u202f]+");
    private static final Pattern HALVES = Pattern.compile("(?i)\\b([ap])\\.?m\\b\\.?");

    private final String words;
    private final boolean halves;
    private final DateTimeFormatter formatter;

    Letters(String words, boolean halves, DateTimeFormatter formatter) {
      this.words = words;
      this.halves = halves;
      this.formatter = formatter;
    }

    @Override
    String words() {
      return words;
    }

    @Override
    @Nullable Reading time(String text) {
      TemporalAccessor found = parsed(text, true);
      LocalDate date = found == null ? null : date(found);
      if (found == null || date == null) {
        return null;
      }
      Integer seconds = secondOfDay(found);
      if (seconds == null) {
        return null;
      }
      LocalDateTime local = date.atStartOfDay().plusSeconds(seconds);
      if (local.getYear() < FIRST_YEAR || local.getYear() > LAST_YEAR) {
        return null;
      }
      boolean sameDay = local.toLocalDate().equals(date);
      if (!found.isSupported(ChronoField.OFFSET_SECONDS)) {
        return new Reading(new Start.Local(local), sameDay);
      }
      // `get` would refuse what lies out of range.
      long read = found.getLong(ChronoField.OFFSET_SECONDS);
      if (Math.abs(read) > ZoneOffset.MAX.getTotalSeconds()) {
        return null;
      }
      int offset = (int) read;
      // An offset may have seconds in java.time, but no date-time can be written with them.
      return offset % 60 != 0
          ? null
          : new Reading(
              new Start.Exact(
                  local.toInstant(ZoneOffset.ofTotalSeconds(offset)), Math.floorDiv(offset, 60)),
              sameDay);
    }

    @Override
    @Nullable LocalDate date(String text) {
      TemporalAccessor found = parsed(text, this != ISO_DATE);
      return found == null ? null : date(found);
    }

    /// What the letters stand for, each for itself: `java.time` would shorten a month that is too
    /// long, or refuse what we take.
    private @Nullable TemporalAccessor parsed(String text, boolean whole) {
      if (text.length() > LONGEST) {
        return null;
      }
      String plain = SPACES.matcher(text).replaceAll(" ").strip();
      if (halves) {
        plain = HALVES.matcher(plain).replaceAll("$1m");
      }
      ParsePosition position = new ParsePosition(0);
      TemporalAccessor found;
      try {
        found = formatter.parseUnresolved(plain, position);
      } catch (DateTimeException _) {
        // It checks the parts of an offset, although it resolves nothing.
        return null;
      }
      if (found == null || position.getErrorIndex() >= 0) {
        return null;
      }
      boolean atEnd = position.getIndex() == plain.length();
      boolean beforeTime = !whole && !atEnd && "T ".indexOf(plain.charAt(position.getIndex())) >= 0;
      return atEnd || beforeTime ? found : null;
    }

    private static @Nullable LocalDate date(TemporalAccessor found) {
      Long year = number(found, ChronoField.YEAR);
      if (year == null) {
        year = number(found, ChronoField.YEAR_OF_ERA);
      }
      Long month = number(found, ChronoField.MONTH_OF_YEAR);
      Long day = number(found, ChronoField.DAY_OF_MONTH);
      if (year == null || month == null || day == null || year < FIRST_YEAR || year > LAST_YEAR) {
        return null;
      }
      try {
        LocalDate date =
            LocalDate.of(year.intValue(), Math.toIntExact(month), Math.toIntExact(day));
        Long weekday = number(found, ChronoField.DAY_OF_WEEK);
        return weekday == null || date.getDayOfWeek() == DayOfWeek.of(Math.toIntExact(weekday))
            ? date
            : null;
      } catch (DateTimeException | ArithmeticException _) {
        return null;
      }
    }

    /// Seconds from the date's midnight; more than a day's for the hours of the night after it.
    private static @Nullable Integer secondOfDay(TemporalAccessor found) {
      Long hour = number(found, ChronoField.HOUR_OF_DAY);
      if (hour == null) {
        Long ofHalf = number(found, ChronoField.CLOCK_HOUR_OF_AMPM);
        Long half = number(found, ChronoField.AMPM_OF_DAY);
        if (ofHalf == null && half == null) {
          return ofMinutes(number(found, ChronoField.MINUTE_OF_HOUR));
        }
        if (ofHalf == null || half == null || ofHalf < 1 || ofHalf > 12) {
          return null;
        }
        hour = ofHalf % 12 + 12 * half;
      }
      Long minute = number(found, ChronoField.MINUTE_OF_HOUR);
      Long second = number(found, ChronoField.SECOND_OF_MINUTE);
      try {
        if (hour < 0 || hour > 29) {
          return null;
        }
        int nights = hour >= 24 ? 1 : 0;
        LocalTime time =
            LocalTime.of(
                Math.toIntExact(hour) - 24 * nights,
                minute == null ? 0 : Math.toIntExact(minute),
                second == null ? 0 : Math.toIntExact(second));
        return time.toSecondOfDay() + 86_400 * nights;
      } catch (DateTimeException | ArithmeticException _) {
        return null;
      }
    }

    /// Where no hour is written, minutes count from midnight.
    private static @Nullable Integer ofMinutes(@Nullable Long minutes) {
      return minutes == null || minutes < 0 || minutes >= 30 * 60 ? null : (int) (minutes * 60);
    }

    private static @Nullable Long number(TemporalAccessor found, ChronoField field) {
      return found.isSupported(field) ? (Long) found.getLong(field) : null;
    }
  }
}
