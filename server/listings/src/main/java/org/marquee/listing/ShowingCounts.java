package org.marquee.listing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;

/// How many of the showtimes in memory are shown when, without the records. Implementations are
/// safe for many threads, and throw [ListingsUnavailable] where nothing is in memory yet.
public interface ShowingCounts {
  /// The films with the most showtimes that start in a time, most first, then by id.
  ///
  /// @param most films
  List<FilmCount> mostShown(Instant from, Instant until, int most);

  /// The days on which a film is shown, the first first, each at the cinema by its own clock.
  ///
  /// @param from showtimes that start before do not count
  /// @param which of the others count
  List<FilmDay> daysOf(String filmId, Instant from, Which which);

  /// Every showtime counts.
  Which ALL = (_, _, _) -> true;

  /// Which showtimes count.
  interface Which {
    /// Whether one counts.
    ///
    /// @param attributeMask as of [Attributes#mask]
    /// @param clock when it starts, by the clock of its cinema
    boolean counts(int attributeMask, LocalTime clock, boolean soldOut);
  }

  /// A film and how many showtimes it has.
  record FilmCount(String filmId, int showtimes) {}

  /// A day of a film, and how many showtimes it has.
  record FilmDay(LocalDate date, int showtimes) {}
}
