package org.marquee.client;

import java.time.LocalDate;
import java.util.List;

/// What one cinema shows from 05:00 of `date` to 05:00 of the next day.
///
/// @param films by their first showtime
public record ProgrammeDay(LocalDate date, Coverage coverage, List<FilmShowtimes> films) {
  /// Keeps its own copy of the films.
  public ProgrammeDay {
    films = List.copyOf(films);
  }

  static ProgrammeDay read(JsonObject json) {
    return new ProgrammeDay(
        json.date("date"),
        Coverage.read(json.object("coverage")),
        json.objects("films", FilmShowtimes::read));
  }
}
