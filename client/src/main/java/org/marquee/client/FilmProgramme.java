package org.marquee.client;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A film with the cinemas of a place that show it, the nearest first.
public record FilmProgramme(Film film, List<CinemaShowtimes> cinemas) {
  /// Keeps its own copy of the cinemas.
  public FilmProgramme {
    cinemas = List.copyOf(cinemas);
  }

  /// A cinema with the days on which it shows the film. Its members are those of a [Programme].
  public record CinemaShowtimes(
      Cinema cinema, String timeZone, @Nullable Double distanceKm, List<DayShowtimes> days) {
    /// Keeps its own copy of the days.
    public CinemaShowtimes {
      days = List.copyOf(days);
    }
  }

  /// The showtimes of the film from 05:00 of `date` to 05:00 of the next day, by start.
  public record DayShowtimes(LocalDate date, List<Showtime> showtimes) {
    /// Keeps its own copy of the showtimes.
    public DayShowtimes {
      showtimes = List.copyOf(showtimes);
    }
  }

  static FilmProgramme read(JsonObject json) {
    return new FilmProgramme(
        Film.read(json.object("film", "filmDetails")),
        json.objects(
            "cinemas",
            it ->
                new CinemaShowtimes(
                    Cinema.read(it.object("cinema", "cinemaDetails")),
                    it.text("timeZone"),
                    it.optionalNumber("distanceKm"),
                    it.objects("days", FilmProgramme::day))));
  }

  private static DayShowtimes day(JsonObject json) {
    return new DayShowtimes(
        json.date("date"), json.objects("showtimes", "showtimeDetails", Showtime::read));
  }
}
