package org.marquee.listing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import org.marquee.coverage.BusinessDay;

/// How long it has been today at all cinemas, and for how long it will be: which day "today" is
/// there differs from cinema to cinema, and changes only when a day begins at one of them.
///
/// @param since when a day last began at one of the clocks
/// @param until when the next one begins
public record Today(Instant since, Instant until) {
  /// Today by some clocks.
  public static Today of(Collection<ZoneId> clocks, Instant now) {
    Instant since = Instant.EPOCH;
    Instant until = Instant.MAX;
    for (ZoneId clock : clocks) {
      LocalDate day = BusinessDay.of(now, clock);
      Instant begun = BusinessDay.start(day, clock);
      Instant ends = BusinessDay.end(day, clock);
      since = begun.isAfter(since) ? begun : since;
      until = ends.isBefore(until) ? ends : until;
    }
    return new Today(since, until);
  }
}
