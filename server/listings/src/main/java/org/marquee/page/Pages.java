package org.marquee.page;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Place;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ShowtimeQuery;

/// The pages of what is published, written down and ready to be sent (docs/api.md, "Operations").
///
/// Each call writes the records of one page to an [OutputBuffer], separated by commas, and returns
/// the rest of it in a [PageInfo]; all of that is of one state of the data. The snapshot in memory
/// implements all of this. The database has the showtimes and programmes of days before the
/// snapshot, with the same bytes, and the titles that they need.
///
/// Lists are in the order of [Position] and go on after the position given, or begin at the start;
/// `limit` is within [Position#PAGE]. Implementations are safe for many threads; they throw
/// [ListingsUnavailable] when the data cannot be reached.
public interface Pages extends PageSource {
  /// How long a page may take that has to be read. None takes anywhere near as long: a reader that
  /// does is stuck, and the data is unavailable (docs/database.md).
  Duration LONGEST_READ = Duration.ofSeconds(3);

  /// Showtimes by (start, id).
  PageInfo showtimes(
      ShowtimeQuery query, Position.@Nullable ByStart after, int limit, OutputBuffer buffer);

  /// Cinemas with what they show on some days, in the order of the place; or films by their first
  /// showtime there, and after them `],"cinemas":[` and what is known of the days of its cinemas.
  ///
  /// @param limit within [ProgrammeQuery#LIMIT]
  /// @param now the time, which decides what is late and, on the first page, which day is today
  /// @throws UnknownCentre if nothing is known of the centre
  PageInfo programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now, OutputBuffer buffer);

  /// Titles of films, in the order of their list.
  ///
  /// @param ids of films; null: all
  List<Film.Titles> titles(@Nullable Collection<String> ids);

  /// Films by (sorting key, id), or those of a search by (rank, sorting key, id).
  ///
  /// @param search folded; null for all films
  default PageInfo films(
      @Nullable String search, @Nullable Position after, int limit, OutputBuffer buffer) {
    throw onlyInMemory();
  }

  /// The films that fit a search best, by any of their titles.
  ///
  /// @param search folded
  default Film.Matches findFilms(String search, int most) {
    throw onlyInMemory();
  }

  /// One film, by its id or that of a record that was merged into it.
  default Optional<PageInfo> film(String id, OutputBuffer buffer) {
    throw onlyInMemory();
  }

  /// Cinemas by (sorting key, id), or around a centre by (distance, id).
  ///
  /// @throws UnknownCentre if nothing is known of the centre
  default PageInfo cinemas(
      CinemaQuery query, @Nullable Position after, int limit, OutputBuffer buffer) {
    throw onlyInMemory();
  }

  /// Places by (rank, sorting key, id).
  ///
  /// @param search folded
  default PageInfo places(
      String search, Position.@Nullable ByRank after, int limit, OutputBuffer buffer) {
    throw onlyInMemory();
  }

  /// The places that fit a search best.
  ///
  /// @param search folded
  default List<Place.Found> findPlaces(String search, int most) {
    throw onlyInMemory();
  }

  /// Where a place is.
  ///
  /// @throws UnknownCentre if no place has its id
  default CinemaQuery.Centre.Point point(CinemaQuery.Centre.PlaceId place) {
    throw onlyInMemory();
  }

  /// One cinema, by its id or that of a record that was merged into it.
  default Optional<PageInfo> cinema(String id, OutputBuffer buffer) {
    throw onlyInMemory();
  }

  /// The screens of a cinema by (folded name in natural order, id); none of an unknown one.
  default PageInfo screens(
      String cinemaId, Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    throw onlyInMemory();
  }

  /// Chains by (sorting key, id).
  default PageInfo chains(Position.@Nullable ByName after, int limit, OutputBuffer buffer) {
    throw onlyInMemory();
  }

  /// A page without records, as old as the database: the page of what never changes.
  default PageInfo origin() {
    throw onlyInMemory();
  }

  private static ListingsUnavailable onlyInMemory() {
    return new ListingsUnavailable("only the snapshot in memory has this", null);
  }
}
