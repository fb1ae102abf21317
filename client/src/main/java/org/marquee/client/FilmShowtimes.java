package org.marquee.client;

import java.util.List;

/// A film with its showtimes of one day in one cinema, by start.
public record FilmShowtimes(Film film, List<Showtime> showtimes) {
  /// Keeps its own copy of the showtimes.
  public FilmShowtimes {
    showtimes = List.copyOf(showtimes);
  }

  static FilmShowtimes read(JsonObject json) {
    return new FilmShowtimes(
        Film.read(json.object("film", "filmDetails")),
        json.objects("showtimes", "showtimeDetails", Showtime::read));
  }
}
