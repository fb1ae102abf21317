package org.marquee.snapshot.search;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.SourceSpan;
import org.marquee.listing.SourceStatement;

/// What the programme of one cinema is put together by. Immutable to its readers.
final class CinemaLinks {
  private final int number;
  private final ZoneId clock;
  private final List<SourceStatement> statements;

  // Made when it is first asked for: a new snapshot need not wait for thousands of them. Several
  // threads may make it at once, and all make the same.
  private @Nullable List<SourceSpan> sources;

  /// @param number of the cinema in the [Dictionary]; [org.marquee.snapshot.record.Dictionary#NONE]
  ///   where it has no showtimes
  CinemaLinks(int number, ZoneId clock, List<SourceStatement> statements) {
    this.number = number;
    this.clock = clock;
    this.statements = statements;
  }

  int number() {
    return number;
  }

  ZoneId clock() {
    return clock;
  }

  /// The time that each of its sources covers.
  List<SourceSpan> sources() {
    List<SourceSpan> known = sources;
    if (known == null) {
      known = SourceSpan.of(statements, clock);
      sources = known;
    }
    return known;
  }

  /// The next instant after `now` at which one of them covers more or less.
  Instant nextChange(Instant now) {
    Instant next = Instant.MAX;
    for (SourceSpan source : sources()) {
      Instant change = source.nextChange(now);
      next = change.isBefore(next) ? change : next;
    }
    return next;
  }
}
