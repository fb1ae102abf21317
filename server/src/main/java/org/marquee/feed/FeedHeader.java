package org.marquee.feed;

import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a feed says of itself.
///
/// @param observedAt when it was taken
/// @param sourceUpdatedAt when the source says that it last changed; counts for every record
///   without a word of its own
/// @param covers what a full feed speaks for; null: everything of the provider
public record FeedHeader(
    Mode mode, Instant observedAt, @Nullable Instant sourceUpdatedAt, @Nullable Covers covers) {

  /// Whether what is not listed is withdrawn.
  public enum Mode {
    FULL,
    DELTA
  }

  /// A part of the programme.
  ///
  /// @param from showtimes that start at or after it; null: no such bound
  /// @param until showtimes that start before it; null: no such bound
  /// @param cinemas external ids; null: all cinemas of the provider
  public record Covers(
      @Nullable Instant from, @Nullable Instant until, @Nullable Set<String> cinemas) {
    public Covers {
      // In one order: what is told of a feed is the same each time.
      cinemas = cinemas == null ? null : Collections.unmodifiableSet(new TreeSet<>(cinemas));
    }
  }
}
