package org.marquee.sample;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The sixty films, and which of them is shown when. Films change on Fridays.
///
/// Most films come round: each opens, plays for some weeks, is gone, and opens again as a release
/// of its own.
final class DemoFilms {
  /// Weeks after which a film comes round.
  private static final int CYCLE = 15;

  /// The longest run is six weeks, and a feed looks back one day and ahead three weeks, with a
  /// fortnight's announcements: from this age on, the feed lists the next release.
  private static final int OVER = 8;

  private static final int COMING_WEEKS = 2;
  private static final long FIRST_FRIDAY = LocalDate.of(1970, 1, 2).toEpochDay();
  private static final int WEEK = 7;

  private final List<Film> films = Table.rows("films").stream().map(Film::of).toList();

  /// A row of the table, with the cells that decide when it is shown: each showtime asks for them.
  ///
  /// @param comesRound whether it opens again and again; else it is always there
  /// @param opens the week of the cycle in which it opens
  /// @param weeks how many it plays
  private record Film(Table.Row row, String strand, boolean comesRound, int opens, int weeks) {
    static Film of(Table.Row row) {
      return row.find("opens") == null
          ? new Film(row, row.text("strand"), false, 0, 0)
          : new Film(row, row.text("strand"), true, row.number("opens"), row.number("weeks"));
    }
  }

  /// All films on a date; of each that comes round, the release that three weeks of programme may
  /// show.
  List<DemoFilm> listedOn(LocalDate today) {
    return films.stream()
        .map(
            film -> release(film, today, film.comesRound() && age(film, today) >= OVER ? CYCLE : 0))
        .toList();
  }

  /// The film that a start shows, if the strand has one on the date.
  ///
  /// @param strand a strand of the table, or `coming`
  /// @param rank 0 for the film of the strand that opened last, 1 for the one before
  Optional<DemoFilm> shown(String strand, int rank, LocalDate date) {
    return switch (strand) {
      // Relayed live: the same everywhere.
      case "stage" -> nth(of("stage"), date.toEpochDay(), date, 0);
      case "classic" -> nth(of("classic"), rank + week(date), date, 0);
      case "coming" ->
          nth(
              ranked(
                  film -> !isOf(film, "family") && age(film, date) >= CYCLE - COMING_WEEKS, date),
              rank,
              date,
              CYCLE);
      default ->
          nth(
              ranked(film -> isOf(film, strand) && age(film, date) < film.weeks(), date),
              rank,
              date,
              0);
    };
  }

  private static Optional<DemoFilm> nth(
      List<Film> films, long number, LocalDate date, int weeksLater) {
    return films.isEmpty()
        ? Optional.empty()
        : Optional.of(release(films.get(Math.floorMod(number, films.size())), date, weeksLater));
  }

  private List<Film> of(String strand) {
    return films.stream().filter(film -> isOf(film, strand)).toList();
  }

  private static boolean isOf(Film film, String strand) {
    return film.strand().equals(strand);
  }

  private List<Film> ranked(Predicate<Film> wanted, LocalDate date) {
    return films.stream()
        .filter(Film::comesRound)
        .filter(wanted)
        .sorted(Comparator.comparingInt(film -> age(film, date)))
        .toList();
  }

  private static DemoFilm release(Film film, LocalDate date, int weeksLater) {
    if (!film.comesRound()) {
      return new DemoFilm(film.row(), null);
    }
    long week = week(date) - age(film, date) + weeksLater;
    return new DemoFilm(film.row(), LocalDate.ofEpochDay(FIRST_FRIDAY + week * WEEK));
  }

  /// Weeks since the film last opened, 0 to 14.
  private static int age(Film film, LocalDate date) {
    return Math.floorMod(week(date) - film.opens(), CYCLE);
  }

  private static long week(LocalDate date) {
    return Math.floorDiv(date.toEpochDay() - FIRST_FRIDAY, WEEK);
  }
}
