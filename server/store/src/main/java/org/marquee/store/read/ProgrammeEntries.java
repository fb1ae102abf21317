package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage;
import org.marquee.listing.DayRange;
import org.marquee.listing.Film;
import org.marquee.listing.FilmEntry;
import org.marquee.listing.FilmsOfPlace;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeEntry;
import org.marquee.listing.ProgrammeEntry.Showing;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Showtime;
import org.marquee.store.read.ProgrammeReader.Chosen;
import org.marquee.store.sql.Sql;

/// Makes the entries of a programme of the cinemas and showtimes that [ProgrammeReader] has found.
///
/// @param connection is asked whether a day has showtimes that are not listed
record ProgrammeEntries(Connection connection, ProgrammeQuery query, Instant now) {
  /// Cinemas with their days.
  ///
  /// @param films those that are listed, in the order of their list
  List<ProgrammeEntry> cinemas(List<Chosen> onPage, List<Film> films) throws SQLException {
    List<ProgrammeEntry> programmes = new ArrayList<>();
    for (Chosen each : onPage) {
      List<ProgrammeEntry.Day> days = new ArrayList<>();
      for (int number = 0; number < query.days(); number++) {
        List<Showtime> its = ofDay(each.showtimes(), each.days(), number);
        Coverage coverage = coverage(each, number, !its.isEmpty());
        if (!its.isEmpty() || !query.leavesOut(coverage, each.days().start(number + 1), now)) {
          days.add(new ProgrammeEntry.Day(each.days().day(number), coverage, byFilm(its, films)));
        }
      }
      programmes.add(
          new ProgrammeEntry(each.cinema().record(), each.days().zone(), kilometres(each), days));
    }
    return programmes;
  }

  /// The films of a page, each with its cinemas.
  static List<FilmEntry> films(
      FilmsOfPlace<Chosen, Showtime> page, Map<String, Placed<Film>> films) {
    return page.films().stream()
        .map(each ->
            new FilmEntry(
                Objects.requireNonNull(films.get(each.position().id())).record(),
                each.cinemas().stream()
                    .map(its -> atCinema(its.cinema(), its.showtimes()))
                    .toList()))
        .toList();
  }

  private static FilmEntry.AtCinema atCinema(Chosen cinema, List<Showtime> showtimes) {
    DayRange days = cinema.days();
    return new FilmEntry.AtCinema(
        cinema.cinema().record(),
        days.zone(),
        kilometres(cinema),
        IntStream.range(0, days.days())
            .mapToObj(day -> new FilmEntry.Day(days.day(day), ofDay(showtimes, days, day)))
            .filter(day -> !day.showtimes().isEmpty())
            .toList());
  }

  private static @Nullable Double kilometres(Chosen each) {
    return each.cinema().position() instanceof Position.ByDistance(double distance, _)
        ? distance
        : null;
  }

  private static List<Showtime> ofDay(List<Showtime> showtimes, DayRange days, int number) {
    Instant from = days.start(number);
    Instant until = days.start(number + 1);
    return showtimes.stream()
        .filter(each -> !each.startsAt().isBefore(from) && each.startsAt().isBefore(until))
        .toList();
  }

  private Coverage coverage(Chosen each, int number, boolean listed) throws SQLException {
    Instant from = each.days().start(number);
    Instant until = each.days().start(number + 1);
    boolean shown =
        listed || (query.listsSome() && showsAnything(each.cinema().record().id(), from, until));
    return Coverage.of(each.sources(), from, until, () -> shown, now);
  }

  /// Showtimes by film: films in the order of their first showtime, then of the film list.
  ///
  /// @param showtimes by (start, id)
  /// @param films in the order of their list
  private static List<Showing> byFilm(List<Showtime> showtimes, List<Film> films) {
    Map<String, List<Showtime>> byFilm =
        showtimes.stream().collect(Collectors.groupingBy(Showtime::filmId));
    return films.stream()
        .filter(film -> byFilm.containsKey(film.id()))
        .map(film -> new Showing(film, byFilm.getOrDefault(film.id(), List.of())))
        .sorted(Comparator.comparing(each -> each.showtimes().getFirst().startsAt()))
        .toList();
  }

  /// Whether a cinema shows anything at all at a time, whatever was asked for.
  private boolean showsAnything(String cinema, Instant from, Instant until) throws SQLException {
    return Sql.of(
                "select count(*) from (select from showtime s where s.cinema_id = :cinema and "
                    + ProgrammeReader.STARTING
                    + " limit 1) found")
            .bind("from", from)
            .bind("until", until)
            .bind("cinema", cinema)
            .number(connection)
        > 0;
  }
}
