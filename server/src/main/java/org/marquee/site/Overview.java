package org.marquee.site;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/// What pages show that no answer of the interface has. Each call may block and throw
/// [org.marquee.listing.ListingsUnavailable].
public interface Overview {
  /// The films with the most showtimes that start in a time, most first.
  ///
  /// @param most films
  List<FilmCount> mostShown(Instant from, Instant until, int most);

  /// The films that were first listed since a moment, the newest first.
  ///
  /// @param most films
  List<NewFilm> listedSince(Instant since, int most);

  /// The days on which a film is shown, the first first, each at the cinema by its own clock.
  ///
  /// @param from days before are left out
  List<FilmDay> daysOf(String filmId, LocalDate from);

  /// A day of a film.
  record FilmDay(LocalDate date, int showtimes, int cinemas) {}

  /// Whether a record with this id was published within the time that changes are kept, and is
  /// gone.
  boolean isGone(String id);

  /// A film and how many showtimes it has.
  record FilmCount(String filmId, int showtimes) {}

  /// A film and when it was first listed.
  record NewFilm(String filmId, Instant listedAt) {}
}
