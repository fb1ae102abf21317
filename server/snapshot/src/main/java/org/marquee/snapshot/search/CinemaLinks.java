package org.marquee.snapshot.search;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.marquee.coverage.SourceSpan;

/// What the programme of one cinema is put together by.
///
/// @param number of the cinema in the [Dictionary]; [org.marquee.snapshot.record.Dictionary#NONE]
///   where it has no showtimes
/// @param sources the time that each of its sources covers
record CinemaLinks(int number, ZoneId clock, List<SourceSpan> sources) {
  /// The next instant after `now` at which one of them covers more or less.
  Instant nextChange(Instant now) {
    Instant next = Instant.MAX;
    for (SourceSpan source : sources) {
      Instant change = source.nextChange(now);
      next = change.isBefore(next) ? change : next;
    }
    return next;
  }
}
