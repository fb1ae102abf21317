package org.marquee.store.reconcile;

import java.time.Instant;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;

/// What a feed speaks for: what is stored within and not listed is withdrawn.
///
/// @param full false for a delta, which speaks only for what it lists
/// @param cinemas ids; null: all of the provider
/// @param from showtimes starting at or after it: never before the feed was taken, for what is past
///   is history
/// @param until showtimes starting before it; null: no such bound
/// @param whole whether the feed is everything that the provider has to say
record Scope(
    boolean full,
    @Nullable Set<String> cinemas,
    Instant from,
    @Nullable Instant until,
    boolean whole) {

  static Scope of(FeedHeader header, UnaryOperator<String> cinemaId) {
    boolean full = header.mode() == FeedHeader.Mode.FULL;
    FeedHeader.Covers covers = header.covers();
    if (covers == null) {
      return new Scope(full, null, header.observedAt(), null, full);
    }
    Instant from = covers.from();
    return new Scope(
        full,
        covers.cinemas() == null
            ? null
            : covers.cinemas().stream().map(cinemaId).collect(Collectors.toUnmodifiableSet()),
        from == null || from.isBefore(header.observedAt()) ? header.observedAt() : from,
        covers.until(),
        false);
  }

  /// An SQL condition: the cinema in the column `cinemaId` is spoken for.
  String holds(String cinemaId) {
    if (!full) {
      return "false";
    }
    return cinemas == null
        ? "true"
        : "exists (select from scope_cinema x where x.id = " + cinemaId + ")";
  }

  /// An SQL condition: a showtime starting at the column `startsAt` would have to be listed. Binds
  /// `:from`, `:until`.
  String window(String startsAt) {
    return until == null
        ? startsAt + " >= :from"
        : startsAt + " >= :from and " + startsAt + " < :until";
  }
}
