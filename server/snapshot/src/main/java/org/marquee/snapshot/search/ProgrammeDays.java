package org.marquee.snapshot.search;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
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
  record Shown(CinemaLinks links, DayRange days, int from, int until) {

    /// When the sources cover more or less of any day.
    Instant expires(Instant now) {
      return links.nextChange(now);
    }
  }

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
      writer.endDay();
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
    if (isShown) {
      new DayFilms(rows, from, until, contents).print(writer, oldest);
    }
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
