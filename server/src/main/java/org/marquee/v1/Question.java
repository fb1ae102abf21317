package org.marquee.v1;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ShowtimeQuery;

/// What an acceptable request asks (docs/api.md, "Operations").
sealed interface Question {
  /// A place in a list.
  ///
  /// @param fingerprint of the list and its filters
  /// @param after where the page before ended; null for the first
  /// @param limit how many records the page has at most, within [org.marquee.listing.Page#LIMIT]
  record Place(long fingerprint, @Nullable Position after, int limit) {}

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

  record Programmes(ProgrammeQuery query, Place place) implements OfList {}

  /// All of a list in one answer.
  record Whole(OfList list) implements Question {}

  /// The calendar of a cinema.
  record CinemaCalendar(String id) implements Question {}

  /// The calendar of a film.
  record FilmCalendar(String id) implements Question {}

  /// The bulk files.
  record Bulk() implements Question {}

  record OneFilm(String id) implements Question {}

  record OneCinema(String id) implements Question {}
}
