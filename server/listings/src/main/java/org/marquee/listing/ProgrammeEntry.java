package org.marquee.listing;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage;

/// A cinema with what it shows on some days (docs/api.md, "List the programme").
///
/// @param kilometres from the centre that was asked for; null without one
public record ProgrammeEntry(
    Cinema cinema, ZoneId clock, @Nullable Double kilometres, List<Day> days) {
  public ProgrammeEntry {
    days = List.copyOf(days);
  }

  /// One day.
  ///
  /// @param films in the order of their first showtime, then of the film list
  public record Day(LocalDate date, Coverage coverage, List<Showing> films) {
    public Day {
      films = List.copyOf(films);
    }
  }

  /// A film with its showtimes of a day, by (start, id).
  public record Showing(Film film, List<Showtime> showtimes) {
    public Showing {
      showtimes = List.copyOf(showtimes);
    }
  }

  /// The provenances of all records in it.
  public List<Provenance> provenances() {
    List<Provenance> all = new ArrayList<>(List.of(cinema.provenance()));
    for (Day day : days) {
      for (Showing showing : day.films()) {
        all.add(showing.film().provenance());
        showing.showtimes().forEach(showtime -> all.add(showtime.provenance()));
      }
    }
    return all;
  }
}
