package org.marquee.snapshot.search;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Coverage;
import org.marquee.listing.DayRange;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.page.ProgrammeWriter;
import org.marquee.snapshot.columns.RowFilter;
import org.marquee.snapshot.columns.ShowingRows;
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

  private final ShowingRows rows = new ShowingRows();
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
  /// @param from its first row
  /// @param until the row after its last one
  record Shown(CinemaLinks links, DayRange days, int from, int until) {}

  /// Finds what a cinema shows; null where a filter leaves nothing of it.
  @Nullable Shown find(IndexedCinema cinema) {
    CinemaLinks links = contents.links().of(cinema);
    DayRange days = days(links.clock());
    int from = rows.size();
    if (links.number() != Dictionary.NONE) {
      collect(
          new RowFilter(links.number(), film, query.attributes().mask()),
          days.start(0),
          days.end(),
          rows);
    }
    return query.isFiltered() && rows.size() == from
        ? null
        : new Shown(links, days, from, rows.size());
  }

  private void collect(RowFilter filter, Instant from, Instant until, ShowingRows to) {
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
    int from = shown.from();
    for (int day = 0; day < days.days(); day++) {
      int until =
          from == shown.until()
              ? from
              : rows.rowAt(Micros.of(days.start(day + 1)), from, shown.until());
      print(shown, day, from, until, writer, oldest);
      writer.end();
      from = until;
    }
  }

  /// Writes a day, all but its end.
  private void print(
      Shown shown,
      int day,
      int from,
      int until,
      ProgrammeWriter writer,
      FreshnessAccumulator oldest) {
    CinemaLinks links = shown.links();
    DayRange days = shown.days();
    LocalDate date = days.day(day);
    Instant start = days.start(day);
    Instant end = days.start(day + 1);
    boolean isShown = until > from;
    writer.day(
        date,
        Coverage.of(
            links.sources(),
            start,
            end,
            () -> isShown || showsAnything(links.number(), start, end),
            now));
    for (FilmOfDay film : films(from, until)) {
      print(film, until, writer, oldest);
    }
  }

  /// A film that is shown on a day.
  ///
  /// @param first its first row
  private record FilmOfDay(int number, WrittenRecord record, int first) {}

  /// The films of a day in the order of their first showtime, then of the film list. They are so
  /// few that to look at each is the quickest way.
  private List<FilmOfDay> films(int from, int until) {
    List<FilmOfDay> films = new ArrayList<>();
    for (int row = from; row < until; row++) {
      int number = rows.film(row);
      int at = 0;
      while (at < films.size() && films.get(at).number() != number) {
        at++;
      }
      if (at == films.size()) {
        FilmOfDay next = new FilmOfDay(number, film(number), row);
        // Rows come by their starts: only among films that start together the list decides.
        while (at > 0 && isBefore(next, films.get(at - 1))) {
          at--;
        }
        films.add(at, next);
      }
    }
    return films;
  }

  private WrittenRecord film(int number) {
    return Objects.requireNonNull(
        contents.links().films()[number], "a showtime of a film that is not there");
  }

  private boolean isBefore(FilmOfDay one, FilmOfDay other) {
    return rows.start(one.first()) == rows.start(other.first())
        && WrittenRecord.ORDER.compare(one.record(), other.record()) < 0;
  }

  private void print(
      FilmOfDay film, int until, ProgrammeWriter writer, FreshnessAccumulator oldest) {
    Observation[] observations = contents.observations().latest();
    writer.film();
    film.record().print(observations, writer.out(), oldest);
    writer.showtimes();
    for (int row = film.first(); row < until; row++) {
      if (rows.film(row) == film.number()) {
        writer.showtime();
        contents.showtimes().store().print(rows.place(row), observations, writer.out(), oldest);
      }
    }
    writer.end();
  }

  /// Whether a cinema shows anything at all at a time, whatever was asked for.
  private boolean showsAnything(int number, Instant from, Instant until) {
    ShowingRows any = new ShowingRows();
    if (query.isFiltered() && number != Dictionary.NONE) {
      collect(new RowFilter(number, RowFilter.ANY, 0), from, until, any);
    }
    return any.size() > 0;
  }
}
