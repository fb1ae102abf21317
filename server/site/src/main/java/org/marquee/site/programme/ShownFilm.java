package org.marquee.site.programme;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.marquee.listing.Film;
import org.marquee.listing.ProgrammeEntry;

/// A film of a day at one cinema, as a page lists it.
///
/// @param begun the showings that have begun, folded away
/// @param ahead the others
public record ShownFilm(Film film, List<Showing> begun, List<Showing> ahead) {
  public ShownFilm {
    begun = List.copyOf(begun);
    ahead = List.copyOf(ahead);
  }

  /// The day that it is listed under.
  public LocalDate day() {
    return (ahead.isEmpty() ? begun : ahead).getFirst().day();
  }

  /// @param day that it is listed under
  static ShownFilm of(ProgrammeEntry.Showing showing, LocalDate day, ZoneId zone, Instant now) {
    List<Showing> all =
        showing.showtimes().stream()
            .map(each -> Showing.of(each, showing.film(), day, zone))
            .toList();
    return new ShownFilm(
        showing.film(),
        all.stream().filter(each -> each.start().isBefore(now)).toList(),
        all.stream().filter(each -> !each.start().isBefore(now)).toList());
  }
}
