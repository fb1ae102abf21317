package org.marquee.node;

import java.time.Duration;

/// How long a serving node goes on when the database is away, and when it is stopped.
///
/// @param staleAfter how old the last confirmation of the revision or the keys may be
/// @param stopDelay how long the node goes on taking connections after it is marked as stopping
public record Timing(Duration staleAfter, Duration stopDelay) {
  /// The default settings of a node.
  public static final Timing USUAL = new Timing(Duration.ofSeconds(60), Duration.ZERO);

  private static final String STALE_AFTER = "MARQUEE_STALE_AFTER";
  private static final String STOP_DELAY = "MARQUEE_STOP_DELAY";

  /// The values of `MARQUEE_STALE_AFTER` and `MARQUEE_STOP_DELAY`, such as `30s`, `15m`, `24h` or
  /// `7d`.
  ///
  /// @throws InvalidSetting if one of them is no duration
  static Timing configured() {
    return new Timing(
        Period.read(STALE_AFTER, System.getenv(STALE_AFTER), USUAL.staleAfter()),
        Period.read(STOP_DELAY, System.getenv(STOP_DELAY), USUAL.stopDelay()));
  }
}
