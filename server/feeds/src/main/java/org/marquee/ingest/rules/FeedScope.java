package org.marquee.ingest.rules;

import java.time.Instant;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;

/// What a feed covers: a stored showtime within it that the feed does not list is withdrawn.
///
/// @param full false for a delta, which covers only what it lists
/// @param cinemas ids; null: all cinemas of the provider
/// @param from showtimes that start at or after it; never before the feed was taken, since past
///   showtimes are history
/// @param until showtimes that start before it; null: no such bound
/// @param whole whether the feed is everything that the provider has to list
public record FeedScope(
    boolean full,
    @Nullable Set<String> cinemas,
    Instant from,
    @Nullable Instant until,
    boolean whole) {

  /// The scope that the header of a feed describes.
  ///
  /// @param cinemaId makes the id of a cinema from its external id
  public static FeedScope of(FeedHeader header, UnaryOperator<String> cinemaId) {
    boolean full = header.mode() == FeedHeader.Mode.FULL;
    FeedHeader.Covers covers = header.covers();
    if (covers == null) {
      return new FeedScope(full, null, header.observedAt(), null, full);
    }
    Instant from = covers.from();
    Set<String> cinemas = covers.cinemas();
    return new FeedScope(
        full,
        cinemas == null
            ? null
            : cinemas.stream().map(cinemaId).collect(Collectors.toUnmodifiableSet()),
        from == null || from.isBefore(header.observedAt()) ? header.observedAt() : from,
        covers.until(),
        false);
  }
}
