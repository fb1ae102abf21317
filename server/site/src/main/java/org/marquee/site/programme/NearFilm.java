package org.marquee.site.programme;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Showing;
import org.marquee.listing.Showtime;
import org.marquee.site.programme.FilmPage.Venue;

/// A film with the cinemas around a place that show it, a day after the other.
public record NearFilm(Film film, List<Venue> venues) {
  public NearFilm {
    venues = List.copyOf(venues);
  }

  /// Films with a showing that is kept; those that only have begun ones come last.
  static List<NearFilm> of(List<FilmEntry> entries, NearChoice choice) {
    List<NearFilm> ahead = new ArrayList<>();
    List<NearFilm> begun = new ArrayList<>();
    for (FilmEntry entry : entries) {
      List<Venue> venues =
          entry.cinemas().stream()
              .flatMap(cinema ->
                  cinema.days().stream()
                      .flatMap(day -> venue(entry.film(), cinema, day, choice).stream()))
              .toList();
      boolean over = venues.stream().allMatch(each -> each.film().ahead().isEmpty());
      (over ? begun : ahead).add(new NearFilm(entry.film(), venues));
    }
    ahead.addAll(begun);
    return ahead;
  }

  private static List<Venue> venue(
      Film film, FilmEntry.AtCinema at, FilmEntry.Day day, NearChoice choice) {
    List<Showtime> kept = day.showtimes().stream().filter(choice.filter()::keeps).toList();
    ShownFilm shown =
        ShownFilm.of(new Showing(film, kept), day.date(), at.clock(), choice.visit().now());
    DayLinks links = choice.links(day.date());
    return kept.isEmpty()
        ? List.of()
        : List.of(new Venue(at.cinema(), at.kilometres(), links, shown));
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
