package org.marquee.coverage;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;

/// The days of a cinema, each from 05:00 to 05:00 of the next by its own clock: a show at 00:30
/// belongs to the evening before (docs/api.md, "The days of a programme").
///
/// On the days of a clock change they have 23 or 25 hours. Where the clock skips 05:00, the day
/// begins as many minutes later as the clock skips.
public final class BusinessDay {
  /// When a day begins.
  public static final LocalTime BEGIN = LocalTime.of(5, 0);

  private BusinessDay() {}

  /// When a day begins; the one before ends then.
  public static Instant start(LocalDate day, ZoneId zone) {
    return day.atTime(BEGIN).atZone(zone).toInstant();
  }

  /// When a day ends.
  public static Instant end(LocalDate day, ZoneId zone) {
    return start(day.plusDays(1), zone);
  }

  /// The day that an instant belongs to.
  public static LocalDate of(Instant instant, ZoneId zone) {
    LocalDate day = LocalDate.ofInstant(instant, zone);
    // More than one step only where a zone has left out a whole day.
    while (instant.isBefore(start(day, zone))) {
      day = day.minusDays(1);
    }
    return day;
  }
}
