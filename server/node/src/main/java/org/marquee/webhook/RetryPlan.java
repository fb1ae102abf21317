package org.marquee.webhook;

import java.time.Duration;
import java.util.Optional;

/// When a message that was not taken is sent again: after pauses that grow fourfold, until it is
/// too old.
///
/// @param first the pause after the first attempt
/// @param longest no pause is longer
/// @param end how old a message may be that is sent once more
public record RetryPlan(Duration first, Duration longest, Duration end) {
  private static final int FACTOR = 4;

  /// The pause before the next attempt; empty: there is none.
  ///
  /// @param attempts so far
  /// @param age of the message
  public Optional<Duration> pause(int attempts, Duration age) {
    Duration pause = first;
    for (int each = 1; each < attempts && pause.compareTo(longest) < 0; each++) {
      pause = pause.multipliedBy(FACTOR);
    }
    Duration next = pause.compareTo(longest) < 0 ? pause : longest;
    return Optional.of(next).filter(_ -> age.plus(next).compareTo(end) <= 0);
  }
}
