package org.marquee.feed.mapped;

import java.time.Instant;
import java.time.LocalDateTime;

/// What a written time says.
sealed interface Moment {
  /// An instant, with the offset that it was written with.
  record Exact(Instant instant, int offsetMinutes) implements Moment {}

  /// A time on the wall clock of the cinema.
  record Local(LocalDateTime time) implements Moment {}
}
