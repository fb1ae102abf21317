package org.marquee.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// How far ahead a follower has read showtimes, and which window is next.
///
/// The interface answers windows of at most 31 days, and no question tells that nothing lies beyond
/// one. So a follower reads on until a year has no showtime. As time passes it reads what comes
/// into that year, so nothing is missed for ever.
final class ShowtimesAhead {
  private static final Duration WINDOW = Duration.ofDays(31);
  private static final int YEAR = 12;

  private final InstantSource clock;
  private final @Nullable Integer days;
  private Instant until;
  // How many windows in a row had no showtime.
  private int empty = YEAR;

  /// @param days the bound that the caller gives, 0 for no showtimes at all; null for none
  /// @param until all before it was read
  ShowtimesAhead(InstantSource clock, @Nullable Integer days, Instant until) {
    this.clock = clock;
    this.days = days;
    this.until = days == null || days > 0 ? until : Instant.EPOCH;
  }

  /// Until when all showtimes were read.
  Instant until() {
    return until;
  }

  /// Nothing was read.
  void startOver() {
    until = Instant.EPOCH;
  }

  /// Whether a window is to be read before the next checkpoint.
  boolean isDue() {
    return start().isBefore(bound()) || (days == null && empty < YEAR);
  }

  /// The next window, if one is due. It counts as read.
  ShowtimeQuery next() {
    Instant start = start();
    Instant end = start.plus(WINDOW);
    until = days == null || end.isBefore(bound()) ? end : bound();
    empty++;
    return ShowtimeQuery.between(start, until);
  }

  /// The last window has a showtime.
  void found() {
    empty = 0;
  }

  private Instant start() {
    Instant now = now();
    return until.isBefore(now) ? now : until;
  }

  /// A bound of the caller moves by whole days, so that a day has one window more, not each poll.
  private Instant bound() {
    if (days == null) {
      return now().plus(WINDOW.multipliedBy(YEAR));
    }
    return days <= 0
        ? Instant.EPOCH
        : now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(days + 1L));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }
}
