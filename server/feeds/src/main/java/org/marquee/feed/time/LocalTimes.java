package org.marquee.feed.time;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads dates and times that are not written as the interface writes them. Whatever is not clear
/// is empty: nothing is guessed.
public final class LocalTimes {
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{1,2})(?:[:.h]?(\\d{2})(?::?(\\d{2})(?:[.,]\\d{1,9})?)?)?\\s*([aApP])?(?:\\.?\\s?[mM]\\.?)?");
  private static final Pattern DATE = Pattern.compile("([+-]?\\d{4})-?(\\d{2})-?(\\d{2})");

  /// What systems write where they have no date: their own zero, or the first day of the calendar.
  private static final int FIRST_REAL_YEAR = 1902;

  private LocalTimes() {}

  /// A time of the day as cinemas write it, counted from midnight: `19:30`, `19.30`, `1930`,
  /// `19h30`, `7:30 PM`, `7pm`. A single number is a time only with `am` or `pm`. Up to 24:00.
  public static Optional<Duration> clock(String text) {
    Matcher parts = TIME.matcher(text.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    String half = parts.group(4);
    boolean bareNumber = parts.group(2) == null;
    boolean meridiem = text.strip().matches("(?s).*[mM]\\.?");
    if ((half == null) == meridiem || (bareNumber && half == null)) {
      return Optional.empty();
    }
    int hour = Integer.parseInt(parts.group(1));
    int minute = bareNumber ? 0 : Integer.parseInt(parts.group(2));
    int second = parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3));
    if (minute > 59 || second > 59) {
      return Optional.empty();
    }
    if (half != null) {
      // 12 AM is midnight; some write 13:30 PM, which is redundant.
      boolean afternoon = half.equalsIgnoreCase("p");
      if (hour > 23 || (hour == 0 && afternoon) || (hour > 12 && !afternoon)) {
        return Optional.empty();
      }
      hour = hour > 12 ? hour : hour % 12 + (afternoon ? 12 : 0);
    }
    return Optional.of(Duration.ofHours(hour).plusMinutes(minute).plusSeconds(second))
        .filter(clock -> clock.compareTo(Duration.ofDays(1)) <= 0);
  }

  /// A date as `2026-11-21` or `20261121`.
  public static Optional<LocalDate> date(String text) {
    Matcher parts = DATE.matcher(text.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          LocalDate.of(
              Integer.parseInt(parts.group(1)),
              Integer.parseInt(parts.group(2)),
              Integer.parseInt(parts.group(3))));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  /// Whether a date stands for none: 1899-12-30, 0001-01-01 and the like, which no showing has.
  public static boolean isEmpty(LocalDate date) {
    return date.getYear() < FIRST_REAL_YEAR;
  }
}
