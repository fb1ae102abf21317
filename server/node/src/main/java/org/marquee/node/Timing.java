package org.marquee.node;

import java.time.Duration;

/// How long a serving node goes on when the database is away, and when it is stopped.
///
/// @param staleAfter how old the last confirmation of the revision or the keys may be
/// @param stopDelay how long the node goes on taking connections after it is marked as stopping
public record Timing(Duration staleAfter, Duration stopDelay) {
  /// The default settings of a node.
  public static final Timing USUAL = new Timing(Duration.ofSeconds(60), Duration.ZERO);
}
