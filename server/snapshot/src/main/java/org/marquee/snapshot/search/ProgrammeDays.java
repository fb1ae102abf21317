package org.marquee.snapshot.search;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage;
import org.marquee.listing.DayRange;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ProgrammeWalk;
import org.marquee.page.json.ProgrammeWriter;
import org.marquee.page.json.RecordPlaces;
import org.marquee.snapshot.columns.RowFilter;
import org.marquee.snapshot.columns.ShowingRow;
import org.marquee.snapshot.record.Dictionary;
import org.marquee.snapshot.record.FreshnessAccumulator;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.Observation;
import org.marquee.snapshot.record.WrittenRecord;

/// What the cinemas of a page show on the days asked for: first found for all of them, then
/// written. For one thread.
final class ProgrammeDays {
  private final SnapshotContents contents;
  private final ProgrammeWalk walk;
  private final ProgrammeQuery query;
  private final Instant now;

  /// The number of the film asked for, [RowFilter#ANY], or [Dictionary#NONE].
  private final int film;

  private @Nullable DayRange lastDays;

  /// @param film the number of the one asked for, [RowFilter#ANY], or [Dictionary#NONE]
  ProgrammeDays(SnapshotContents contents, ProgrammeWalk walk, Instant now, int film) {
    this.contents = contents;
    this.walk = walk;
    query = walk.query();
    this.now = now;
    this.film = film;
  }

  /// What one cinema shows.
  ///
  /// @param counted by (start, id), from [ProgrammeWalk#earliest] on
  /// @param showings those of them that are listed
  record Shown(
      CinemaLinks links, DayRange days, List<ShowingRow> counted, List<ShowingRow> showings) {}

  /// Finds what a cinema shows; null where a filter leaves nothing of it.
  @Nullable Shown find(IndexedCinema cinema) {
    CinemaLinks links = contents.links().of(cinema);
    DayRange days = days(links.clock());
    List<ShowingRow> counted = new ArrayList<>();
    if (links.number() != Dictionary.NONE) {
      collect(
          new RowFilter(links.number(), film, query.attributes().mask()),
          walk.earliest(days.start(0), now),
          days.end(),
          counted);
    }
    if (query.isFiltered() && counted.isEmpty()) {
      return null;
    }
    long first = Micros.of(query.earliestListed(days.start(0), now));
    List<ShowingRow> showings =
        query.ordersAhead()
            ? counted.stream().filter(each -> each.start() >= first).toList()
            : counted;
    return new Shown(links, days, counted, showings);
  }

  private void collect(RowFilter filter, Instant from, Instant until, List<ShowingRow> to) {
    contents.showtimes().programmes().collect(filter, Micros.of(from), Micros.of(until), to);
  }

  /// The days by a clock: mostly that of the cinema before.
  private DayRange days(ZoneId clock) {
    DayRange last = lastDays;
    if (last == null || !last.zone().equals(clock)) {
      last = DayRange.of(query, walk.asOf(), clock);
      lastDays = last;
    }
    return last;
  }

  /// Writes the days of a cinema with their films.
  void print(Shown shown, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    eachDay(
        shown.days(),
        shown.showings(),
        (day, showings) -> {
          Coverage coverage = coverage(shown, day, showings);
          if (coverage != null) {
            writer.day(shown.days().day(day), coverage);
            films(showings).forEach(each -> print(each, writer, oldest));
            writer.end();
          }
        });
  }

  /// Writes what is known of the days of a cinema, without their films.
  void printCoverage(Shown shown, ProgrammeWriter writer) {
    eachDay(
        shown.days(),
        shown.showings(),
        (day, showings) -> {
          Coverage coverage = coverage(shown, day, showings);
          if (coverage != null) {
            writer.coverage(shown.days().day(day), coverage);
          }
        });
  }

  /// Writes the days on which a cinema shows one film.
  void printTimes(
      DayRange days, List<ShowingRow> of, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    eachDay(
        days,
        of,
        (day, showings) -> {
          if (!showings.isEmpty()) {
            writer.times(days.day(day));
            print(showings, writer, oldest);
            writer.end();
          }
        });
  }

  /// Takes the showings of a day, which is counted from 0.
  private interface DayConsumer {
    void accept(int day, List<ShowingRow> showings);
  }

  private static void eachDay(DayRange days, List<ShowingRow> showings, DayConsumer then) {
    int from = 0;
    for (int day = 0; day < days.days(); day++) {
      long end = Micros.of(days.start(day + 1));
      int until = from;
      while (until < showings.size() && showings.get(until).start() < end) {
        until++;
      }
      then.accept(day, showings.subList(from, until));
      from = until;
    }
  }

  /// What is known of a day; null where it is left out.
  private @Nullable Coverage coverage(Shown shown, int day, List<ShowingRow> showings) {
    CinemaLinks links = shown.links();
    Instant start = shown.days().start(day);
    Instant end = shown.days().start(day + 1);
    Coverage coverage =
        Coverage.of(
            links.sources(),
            start,
            end,
            () -> !showings.isEmpty() || showsAnything(links.number(), start, end),
            now);
    return showings.isEmpty() && query.leavesOut(coverage, end, now) ? null : coverage;
  }

  /// A film that is shown on a day.
  private record FilmOfDay(WrittenRecord film, List<ShowingRow> showings) {
    static final Comparator<FilmOfDay> ORDER =
        Comparator.comparingLong((FilmOfDay each) -> each.showings().getFirst().start())
            .thenComparing(FilmOfDay::film, WrittenRecord.ORDER);
  }

  /// The films of a day in the order of their first showtime, then of the film list.
  private List<FilmOfDay> films(List<ShowingRow> showings) {
    Map<Integer, List<ShowingRow>> byFilm = new LinkedHashMap<>();
    for (ShowingRow each : showings) {
      byFilm.computeIfAbsent(each.film(), _ -> new ArrayList<>()).add(each);
    }
    List<FilmOfDay> films = new ArrayList<>();
    byFilm.forEach((number, its) -> films.add(new FilmOfDay(film(number), its)));
    films.sort(FilmOfDay.ORDER);
    return films;
  }

  /// A film by its number.
  WrittenRecord film(int number) {
    return Objects.requireNonNull(
        contents.links().films()[number], "a showtime of a film that is not there");
  }

  private void print(FilmOfDay each, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    printFilm(each.film(), writer, oldest);
    writer.showtimes();
    print(each.showings(), writer, oldest);
    writer.end();
  }

  /// Begins a film with its record.
  void printFilm(WrittenRecord film, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    writer.film();
    film.print(contents.observations().latest(), writer.out(), oldest);
    writer.filmDetails(film::details);
  }

  private void print(
      List<ShowingRow> showings, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    Observation[] observations = contents.observations().latest();
    RecordPlaces places = new RecordPlaces(writer.out());
    for (ShowingRow showing : showings) {
      writer.showtime();
      places.note();
      contents.showtimes().store().print(showing.place(), observations, writer.out(), oldest);
      places.note();
    }
    writer.showtimeDetails(
        showings.size(), at -> contents.printDetails(showings.get(at).place(), at, places));
  }

  /// Whether a cinema shows anything at all at a time, whatever was asked for.
  private boolean showsAnything(int number, Instant from, Instant until) {
    List<ShowingRow> any = new ArrayList<>();
    if (query.listsSome() && number != Dictionary.NONE) {
      collect(new RowFilter(number, RowFilter.ANY, 0), from, until, any);
    }
    return !any.isEmpty();
  }
}
