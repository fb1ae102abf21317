package org.marquee.node;

import java.time.Duration;

/// How long a serving node goes on when the database is away, and when it is told to stop.
///
/// @param staleAfter how old the last confirmation of the revision or the keys may be
/// @param stopDelay how long the node goes on taking connections after it has said that it stops
public record Timing(Duration staleAfter, Duration stopDelay) {
  /// The settings of a node that is not told otherwise.
  public static final Timing USUAL = new Timing(Duration.ofSeconds(60), Duration.ZERO);

  private static final String STALE_AFTER = "MARQUEE_STALE_AFTER";
  private static final String STOP_DELAY = "MARQUEE_STOP_DELAY";

  /// What `MARQUEE_STALE_AFTER` and `MARQUEE_STOP_DELAY` say, such as `30s`, `15m`, `24h` or `7d`.
  ///
  /// @throws InvalidSetting if one of them is no duration
  static Timing configured() {
    return new Timing(
        Period.read(STALE_AFTER, System.getenv(STALE_AFTER), USUAL.staleAfter()),
        Period.read(STOP_DELAY, System.getenv(STOP_DELAY), USUAL.stopDelay()));
  }
}
