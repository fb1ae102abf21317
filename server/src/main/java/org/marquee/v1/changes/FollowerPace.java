package org.marquee.v1.changes;

import java.time.Duration;
import org.marquee.http.EventStream;

/// How often followers are looked after.
///
/// @param tick between two checks for followers that have waited long enough
/// @param ticksPerCheck between looks whether streams and waiting requests may go on
/// @param checksPerToken after so many of these a stream takes a token of the rate
/// @param comment between the comments of a stream
public record FollowerPace(Duration tick, int ticksPerCheck, int checksPerToken, Duration comment) {
  /// A check each second, a token each minute, a comment each 15 seconds.
  static final FollowerPace USUAL =
      new FollowerPace(Duration.ofMillis(200), 5, 60, EventStream.HEARTBEAT);
}
