package org.marquee.v1;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Position;
import org.marquee.listing.ShowtimeQuery;

/// What a sound request asks: one of the eight operations (specification 4.3).
sealed interface Question {
  /// A number for the whole question, for its [Tag]. Questions that share one by chance are asked
  /// at different addresses, so that no tag of one is ever compared with one of the other.
  default long digest() {
    return switch (this) {
      case OneFilm(String id) -> Digest.of(id);
      case OneCinema(String id) -> Digest.of(id);
      case OfList list -> list.place().digest();
    };
  }

  /// A place in a list.
  ///
  /// @param fingerprint of the list and its filters
  /// @param after where the page before ended; null for the first
  /// @param limit 1 to 100
  record Place(long fingerprint, @Nullable Position after, int limit) {
    private long digest() {
      long position = after == null ? 0 : (long) after.hashCode() << 32 ^ after.id().hashCode();
      return fingerprint ^ Long.rotateLeft(position, 8) ^ limit;
    }
  }

  /// A question for a page of a list.
  sealed interface OfList extends Question {
    Place place();
  }

  record Showtimes(ShowtimeQuery query, Place place) implements OfList {}

  record AttributeList(Place place) implements OfList {}

  record Films(Place place) implements OfList {}

  record Cinemas(CinemaQuery query, Place place) implements OfList {}

  record Screens(String cinemaId, Place place) implements OfList {}

  record Chains(Place place) implements OfList {}

  record OneFilm(String id) implements Question {}

  record OneCinema(String id) implements Question {}
}
