package org.marquee.snapshot.search;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Coverage;
import org.marquee.listing.DayRange;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.page.ProgrammeWriter;
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
  private final ProgrammeQuery query;
  private final Instant asOf;
  private final Instant now;

  /// The number of the film asked for, [RowFilter#ANY], or [Dictionary#NONE].
  private final int film;

  private @Nullable DayRange lastDays;

  /// @param asOf decides which day is today
  /// @param film the number of the one asked for, [RowFilter#ANY], or [Dictionary#NONE]
  ProgrammeDays(
      SnapshotContents contents, ProgrammeQuery query, Instant asOf, Instant now, int film) {
    this.contents = contents;
    this.query = query;
    this.asOf = asOf;
    this.now = now;
    this.film = film;
  }

  /// What one cinema shows.
  ///
  /// @param showings by (start, id)
  record Shown(CinemaLinks links, DayRange days, List<ShowingRow> showings) {}

  /// Finds what a cinema shows; null where a filter leaves nothing of it.
  @Nullable Shown find(IndexedCinema cinema) {
    CinemaLinks links = contents.links().of(cinema);
    DayRange days = days(links.clock());
    List<ShowingRow> showings = new ArrayList<>();
    if (links.number() != Dictionary.NONE) {
      collect(
          new RowFilter(links.number(), film, query.attributes().mask()),
          query.earliestListed(days.start(0), now),
          days.end(),
          showings);
    }
    return query.isFiltered() && showings.isEmpty() ? null : new Shown(links, days, showings);
  }

  private void collect(RowFilter filter, Instant from, Instant until, List<ShowingRow> to) {
    contents.showtimes().programmes().collect(filter, Micros.of(from), Micros.of(until), to);
  }

  /// The days by a clock: mostly that of the cinema before.
  private DayRange days(ZoneId clock) {
    DayRange last = lastDays;
    if (last == null || !last.zone().equals(clock)) {
      last = DayRange.of(query, asOf, clock);
      lastDays = last;
    }
    return last;
  }

  /// Writes the days of a cinema.
  void print(Shown shown, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    DayRange days = shown.days();
    List<ShowingRow> showings = shown.showings();
    int from = 0;
    for (int day = 0; day < days.days(); day++) {
      long end = Micros.of(days.start(day + 1));
      int until = from;
      while (until < showings.size() && showings.get(until).start() < end) {
        until++;
      }
      print(shown, day, showings.subList(from, until), writer, oldest);
      from = until;
    }
  }

  /// Writes a day.
  private void print(
      Shown shown,
      int day,
      List<ShowingRow> showings,
      ProgrammeWriter writer,
      FreshnessAccumulator oldest) {
    CinemaLinks links = shown.links();
    DayRange days = shown.days();
    LocalDate date = days.day(day);
    Instant start = days.start(day);
    Instant end = days.start(day + 1);
    Coverage coverage =
        Coverage.of(
            links.sources(),
            start,
            end,
            () -> !showings.isEmpty() || showsAnything(links.number(), start, end),
            now);
    if (showings.isEmpty() && query.leavesOut(coverage, end, now)) {
      return;
    }
    writer.day(date, coverage);
    films(showings).forEach(each -> print(each, writer, oldest));
    writer.end();
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

  private WrittenRecord film(int number) {
    return Objects.requireNonNull(
        contents.links().films()[number], "a showtime of a film that is not there");
  }

  private void print(FilmOfDay each, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    Observation[] observations = contents.observations().latest();
    writer.film();
    each.film().print(observations, writer.out(), oldest);
    writer.showtimes();
    for (ShowingRow showing : each.showings()) {
      writer.showtime();
      contents.showtimes().store().print(showing.place(), observations, writer.out(), oldest);
    }
    writer.end();
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
