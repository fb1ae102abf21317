package org.marquee.listing;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A cinema with what it shows on some days (docs/api.md, "Programme").
///
/// @param kilometres from the centre that was asked for; null without one
public record CinemaProgramme(
    Cinema cinema, ZoneId clock, @Nullable Double kilometres, List<Day> days) {
  public CinemaProgramme {
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

  /// A page of them.
  ///
  /// @param freshness of all records on it
  /// @param expires when the answer to the same question may be another one, though nothing was
  ///   imported
  public record Programmes(
      List<CinemaProgramme> cinemas,
      @Nullable Position next,
      Freshness freshness,
      java.time.Instant expires) {
    public Programmes {
      cinemas = List.copyOf(cinemas);
    }
  }
}
