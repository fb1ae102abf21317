package org.marquee.feed;

import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The header of a feed.
///
/// @param observedAt when it was taken
/// @param sourceUpdatedAt when the source says that it last changed; counts for every record
///   without a time of its own
/// @param covers what a full feed covers; null: everything of the provider
/// @param guard what is done when a programme shrinks as that of a broken source does
/// @param keys how far its showtimes keep their external ids
/// @param standIns what is published of places that nobody knows
public record FeedHeader(
    Mode mode,
    Instant observedAt,
    @Nullable Instant sourceUpdatedAt,
    @Nullable Covers covers,
    Guard guard,
    Keys keys,
    StandIns standIns) {

  /// The header of a feed that was not made for us: each cinema is guarded by itself.
  public FeedHeader(
      Mode mode,
      Instant observedAt,
      @Nullable Instant sourceUpdatedAt,
      @Nullable Covers covers,
      Keys keys) {
    this(mode, observedAt, sourceUpdatedAt, covers, Guard.EACH_CINEMA, keys, StandIns.NONE);
  }

  /// The header of a full feed of these cinemas, by their external ids.
  public static FeedHeader ofCinemas(Instant observedAt, Set<String> cinemas, Keys keys) {
    return new FeedHeader(Mode.FULL, observedAt, null, new Covers(null, null, cinemas), keys);
  }

  /// This header, for a feed that covers only these cinemas.
  public FeedHeader covering(Set<String> cinemas) {
    Covers only =
        covers == null
            ? new Covers(null, null, cinemas)
            : new Covers(covers.from(), covers.until(), cinemas);
    return new FeedHeader(mode, observedAt, sourceUpdatedAt, only, guard, keys, standIns);
  }

  /// This header, for a feed that withdraws nothing by not listing it.
  public FeedHeader asDelta() {
    return new FeedHeader(Mode.DELTA, observedAt, sourceUpdatedAt, covers, guard, keys, standIns);
  }

  /// This header, for a feed whose cinemas go in with `first`, or else with what the header has,
  /// where they have no place.
  public FeedHeader withStandIns(StandIns first) {
    return new FeedHeader(
        mode, observedAt, sourceUpdatedAt, covers, guard, keys, first.or(standIns));
  }

  /// Whether what is not listed is withdrawn.
  public enum Mode {
    FULL,
    DELTA
  }

  /// What is done where far too little is listed.
  public enum Guard {
    /// The feed is refused as a whole: its provider can mend it.
    WHOLE_FEED,
    /// The cinemas concerned keep what they had, and the rest goes on.
    EACH_CINEMA
  }

  /// Where the external ids of showtimes come from.
  public enum Keys {
    /// From the source: a showtime that is moved keeps its id.
    GIVEN,
    /// Some are made of the showtime's start and other facts, or have them in them: one that is
    /// moved looks like another one.
    MADE
  }

  /// A part of the programme.
  ///
  /// @param from showtimes that start at or after it; null: no such bound
  /// @param until showtimes that start before it; null: no such bound
  /// @param cinemas external ids; null: all cinemas of the provider
  public record Covers(
      @Nullable Instant from, @Nullable Instant until, @Nullable Set<String> cinemas) {
    public Covers {
      // Sorted, so that reports of a feed are the same each time.
      cinemas = cinemas == null ? null : Collections.unmodifiableSet(new TreeSet<>(cinemas));
    }
  }
}
