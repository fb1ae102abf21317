package org.marquee.site.frame;

import java.time.Duration;

/// What checking a feed may take (docs/pages.md, "The validator").
///
/// @param bytes of the file, as sent and as unpacked
/// @param time for sending it, and as much again for checking it
/// @param perMinute how many files an address may send in a minute to the public port; 0: any
///   number
public record CheckLimits(long bytes, Duration time, int perMinute) {
  /// The limits where nothing else is set.
  public static final CheckLimits USUAL = new CheckLimits(100L << 20, Duration.ofMinutes(2), 6);
}
