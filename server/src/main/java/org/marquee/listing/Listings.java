package org.marquee.listing;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All that is published, to be read (docs/api.md, "Operations"). Each call sees one state of the
/// data, in full.
///
/// Lists are in the order of [Position] and go on after the position given, or begin at the start.
/// Implementations are safe for many threads and may block; they throw [ListingsUnavailable] when
/// the data cannot be reached.
public interface Listings {
  /// The newest state that can be read now.
  Revision revision();

  /// Showtimes by (start, id).
  ///
  /// @param limit within [Page#LIMIT]
  Page<Showtime> showtimes(ShowtimeQuery query, Position.@Nullable ByStart after, int limit);

  /// Films by (sorting key, id).
  Page<Film> films(Position.@Nullable ByName after, int limit);

  /// All titles of films, in the order of their list.
  ///
  /// @param ids of films; null: all
  List<Film.Titles> titles(@Nullable Collection<String> ids);

  /// One film, by its id or that of a record that was merged into it.
  Optional<Film> findFilm(String id);

  /// Cinemas by (sorting key, id), or around a centre by (distance, id).
  ///
  /// @throws UnknownPostcode if the centre is a postcode that no geocoded cinema has
  Page<Cinema> cinemas(CinemaQuery query, @Nullable Position after, int limit);

  /// One cinema, by its id or that of a record that was merged into it.
  Optional<Cinema> findCinema(String id);

  /// The screens of a cinema by (folded name in natural order, id); none of an unknown one.
  Page<Screen> screens(String cinemaId, Position.@Nullable ByName after, int limit);

  /// Chains by (sorting key, id).
  Page<Chain> chains(Position.@Nullable ByName after, int limit);

  /// Cinemas with what they show on some days, in the order of the place.
  ///
  /// @param limit within [ProgrammeQuery#LIMIT]
  /// @param now the time, which decides what is late and, on the first page, which day is today
  /// @throws UnknownPostcode if the centre is a postcode that no geocoded cinema has
  ProgrammeEntry.Programmes programmes(
      ProgrammeQuery query, @Nullable Position after, int limit, Instant now);

  /// When the database was made: the freshness of what never changes.
  Freshness origin();

  /// What `reading` finds where all of its calls see the same state.
  <T> T inOneState(Function<Listings, T> reading);
}
