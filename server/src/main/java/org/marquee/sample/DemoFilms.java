package org.marquee.sample;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

/// The sixty films, and which of them are to be had when.
///
/// @param runs what opens and closes again
/// @param classics always to be had
/// @param stage relayed events, one for each evening
record DemoFilms(List<Run> runs, List<DemoFilm> classics, List<DemoFilm> stage) {
  /// Weeks after which the films come round: each opens, plays, is gone, and opens again as a
  /// release of its own.
  private static final int CYCLE = 15;

  /// The longest run is six weeks, and a feed looks back one day and ahead three weeks, with a
  /// fortnight's announcements: from here on, the next release is the one it speaks of.
  private static final int OVER = 8;

  private static final int COMING_WEEKS = 2;

  DemoFilms {
    runs = List.copyOf(runs);
    classics = List.copyOf(classics);
    stage = List.copyOf(stage);
  }

  static DemoFilms read() {
    List<DemoFilm> repertory = Table.rows("repertory").stream().map(DemoFilm::of).toList();
    return new DemoFilms(
        Table.rows("releases").stream().map(Run::of).toList(),
        repertory.stream().filter(film -> film.strand() == Strand.CLASSIC).toList(),
        repertory.stream().filter(film -> film.strand() == Strand.STAGE).toList());
  }

  /// A film that opens in week `opens` of each cycle and plays for `weeks`.
  record Run(DemoFilm film, int opens, int weeks) {
    static Run of(Table.Row row) {
      return new Run(DemoFilm.of(row), row.number("opens"), row.number("weeks"));
    }

    /// Weeks since the film last opened, 0 to 14.
    private int age(Week week) {
      return Math.floorMod(week.number() - opens, CYCLE);
    }

    private boolean playsIn(Week week) {
      return age(week) < weeks;
    }

    private DemoFilm last(Week week) {
      return film.opening(week.plus(-age(week)).friday());
    }

    private DemoFilm next(Week week) {
      return film.opening(week.plus(CYCLE - age(week)).friday());
    }

    private DemoFilm nearest(Week week) {
      return age(week) < OVER ? last(week) : next(week);
    }
  }

  /// On release in a week.
  List<DemoFilm> playing(Week week) {
    return runs.stream().filter(run -> run.playsIn(week)).map(run -> run.last(week)).toList();
  }

  /// Opening within the fortnight after a week.
  List<DemoFilm> coming(Week week) {
    return runs.stream()
        .filter(run -> run.age(week) >= CYCLE - COMING_WEEKS)
        .map(run -> run.next(week))
        .toList();
  }

  /// What is relayed on an evening; the same everywhere, as it is live.
  DemoFilm relayedOn(LocalDate date) {
    return stage.get(Math.floorMod(date.toEpochDay(), stage.size()));
  }

  /// All films, each that comes round in the release that three weeks of programme may show.
  List<DemoFilm> listedOn(LocalDate today) {
    Week week = Week.of(today);
    return Stream.of(runs.stream().map(run -> run.nearest(week)), classics.stream(), stage.stream())
        .flatMap(films -> films)
        .toList();
  }
}
