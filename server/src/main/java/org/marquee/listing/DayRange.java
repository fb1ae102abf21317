package org.marquee.listing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/// Some days of a cinema, one after another.
///
/// @param zone the cinema's clock
public record DayRange(LocalDate first, int days, ZoneId zone) {
  /// The days that a query asks for.
  ///
  /// @param asOf decides which day is today
  public static DayRange of(ProgrammeQuery query, Instant asOf, ZoneId zone) {
    LocalDate date = query.date();
    return new DayRange(date == null ? BusinessDay.of(asOf, zone) : date, query.days(), zone);
  }

  /// One of the days, counted from 0.
  public LocalDate day(int number) {
    return first.plusDays(number);
  }

  /// When a day begins; that of the number after the last is when the last one ends.
  public Instant start(int number) {
    return BusinessDay.start(day(number), zone);
  }

  /// When the last day ends.
  public Instant end() {
    return start(days);
  }
}
