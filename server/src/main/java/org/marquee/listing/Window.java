package org.marquee.listing;

import java.time.Duration;
import java.time.Instant;

/// The start times a caller asks for: from `after`, up to but not including `before` (specification
/// 4.4).
public record Window(Instant after, Instant before) {
  public static final Duration LONGEST = Duration.ofDays(31);

  public Window {
    if (!after.isBefore(before)) {
      throw new IllegalArgumentException("a window must end after it begins");
    }
  }
}
