package org.marquee.listing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.BusinessDay;

/// Some days of a cinema, one after another. For one thread.
public final class DayRange {
  private final LocalDate first;
  private final ZoneId zone;

  /// When each day begins, and when the last one ends; null until it is asked for.
  private final @Nullable Instant[] starts;

  private DayRange(LocalDate first, int days, ZoneId zone) {
    this.first = first;
    this.zone = zone;
    starts = new Instant[days + 1];
  }

  /// The days that a query asks for.
  ///
  /// @param asOf decides which day is today
  /// @param zone the cinema's clock
  public static DayRange of(ProgrammeQuery query, Instant asOf, ZoneId zone) {
    LocalDate date = query.date();
    return new DayRange(date == null ? BusinessDay.of(asOf, zone) : date, query.days(), zone);
  }

  /// The cinema's clock.
  public ZoneId zone() {
    return zone;
  }

  /// How many days.
  public int days() {
    return starts.length - 1;
  }

  /// One of the days, counted from 0.
  public LocalDate day(int number) {
    return first.plusDays(number);
  }

  /// When a day begins; that of the number after the last is when the last one ends.
  public Instant start(int number) {
    Instant known = starts[number];
    if (known == null) {
      known = BusinessDay.start(day(number), zone);
      starts[number] = known;
    }
    return known;
  }

  /// When the last day ends.
  public Instant end() {
    return start(days());
  }
}
