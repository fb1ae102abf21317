package org.marquee.listing;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A film with the cinemas of a place that show it (docs/api.md, "By film").
///
/// @param cinemas in the order of the place
public record FilmEntry(Film film, List<AtCinema> cinemas) {
  public FilmEntry {
    cinemas = List.copyOf(cinemas);
  }

  /// A cinema with the days on which it shows the film.
  ///
  /// @param kilometres from the centre that was asked for; null without one
  public record AtCinema(Cinema cinema, ZoneId clock, @Nullable Double kilometres, List<Day> days) {
    public AtCinema {
      days = List.copyOf(days);
    }
  }

  /// The showtimes of a day, by (start, id).
  public record Day(LocalDate date, List<Showtime> showtimes) {
    public Day {
      showtimes = List.copyOf(showtimes);
    }
  }

  /// The provenances of all records in it.
  public Stream<Provenance> provenances() {
    return Stream.concat(
        Stream.of(film.provenance()),
        cinemas.stream()
            .flatMap(each ->
                Stream.concat(
                    Stream.of(each.cinema().provenance()),
                    each.days().stream()
                        .flatMap(day -> day.showtimes().stream())
                        .map(Showtime::provenance))));
  }
}
