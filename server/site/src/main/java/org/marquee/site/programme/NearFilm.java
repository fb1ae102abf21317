package org.marquee.site.programme;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Showing;
import org.marquee.site.programme.FilmPage.Venue;

/// A film with the cinemas around a place that show it, a day after the other.
public record NearFilm(Film film, List<Venue> venues) {
  public NearFilm {
    venues = List.copyOf(venues);
  }

  /// Films with a showing that is kept; those that only have begun ones come last.
  static List<NearFilm> of(List<FilmEntry> entries, NearChoice choice) {
    return entries.stream()
        .map(entry -> new NearFilm(entry.film(), venues(entry, choice)))
        .sorted(Comparator.comparing(NearFilm::hasBegun))
        .toList();
  }

  private boolean hasBegun() {
    return venues.stream().allMatch(each -> each.film().ahead().isEmpty());
  }

  private static List<Venue> venues(FilmEntry entry, NearChoice choice) {
    return entry.cinemas().stream()
        .flatMap(cinema ->
            cinema.days().stream()
                .flatMap(day -> venue(entry.film(), cinema, day, choice).stream()))
        .toList();
  }

  private static Optional<Venue> venue(
      Film film, FilmEntry.AtCinema at, FilmEntry.Day day, NearChoice choice) {
    return choice
        .filter()
        .film(new Showing(film, day.showtimes()), day.date(), at.clock(), choice.visit().now())
        .map(shown -> new Venue(at.cinema(), at.kilometres(), choice.links(day.date()), shown));
  }

  /// The cinemas beside films, each with those of the films that it shows.
  static List<ProgrammeEntry> cinemas(List<ProgrammeEntry> beside, List<FilmEntry> films) {
    return beside.stream()
        .map(each ->
            new ProgrammeEntry(
                each.cinema(),
                each.clock(),
                each.kilometres(),
                each.days().stream()
                    .map(day ->
                        new ProgrammeEntry.Day(
                            day.date(),
                            day.coverage(),
                            films.stream()
                                .flatMap(film -> shown(film, each.cinema().id(), day.date()))
                                .toList()))
                    .toList()))
        .toList();
  }

  private static Stream<Showing> shown(FilmEntry film, String cinemaId, LocalDate date) {
    return film.cinemas().stream()
        .filter(each -> each.cinema().id().equals(cinemaId))
        .flatMap(each -> each.days().stream())
        .filter(day -> day.date().equals(date))
        .map(day -> new Showing(film.film(), day.showtimes()));
  }
}
