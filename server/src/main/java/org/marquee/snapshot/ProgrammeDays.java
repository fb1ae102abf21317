package org.marquee.snapshot;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Coverage;
import org.marquee.listing.DayRange;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.page.OutputBuffer;
import org.marquee.page.ProgrammeWriter;

/// What the cinemas of a page show on the days asked for: first found for all of them, then
/// written. For one thread.
final class ProgrammeDays {
  private static final int NEVER = Integer.MAX_VALUE;

  private final SnapshotContents contents;
  private final FoundDays found;
  private final ProgrammeQuery query;
  private final Instant asOf;
  private final Instant now;

  /// The number of the film asked for, [RowFilter#ANY], or [Dictionary#NONE].
  private final int film;

  private final ShowingRows rows = new ShowingRows();
  private @Nullable DayRange lastDays;

  /// @param asOf decides which day is today
  /// @param film the number of the one asked for, [RowFilter#ANY], or [Dictionary#NONE]
  ProgrammeDays(Snapshot snapshot, ProgrammeQuery query, Instant asOf, Instant now, int film) {
    contents = snapshot.contents();
    found = snapshot.days();
    this.query = query;
    this.asOf = asOf;
    this.now = now;
    this.film = film;
  }

  /// What one cinema shows.
  ///
  /// @param known of each day what was written before
  /// @param from its first row; without rows where all days are known
  /// @param until the row after its last one
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Shown(
      CinemaLinks links, DayRange days, FoundDays.@Nullable Found[] known, int from, int until) {}

  /// Finds what a cinema shows; null where a filter leaves nothing of it.
  @Nullable Shown find(IndexedCinema cinema) {
    CinemaLinks links = contents.links().of(cinema);
    DayRange days = days(links.clock());
    FoundDays.@Nullable Found[] known = new FoundDays.Found[days.days()];
    int from = rows.size();
    if (links.number() != Dictionary.NONE && !findKnown(links.number(), days, known)) {
      collect(
          new RowFilter(links.number(), film, query.attributes().mask()),
          days.start(0),
          days.end(),
          rows);
    }
    return query.isFiltered() && rows.size() == from
        ? null
        : new Shown(links, days, known, from, rows.size());
  }

  /// Finds what was written before.
  ///
  /// @return whether nothing else has to be found
  private boolean findKnown(int cinema, DayRange days, FoundDays.@Nullable Found[] known) {
    if (query.isFiltered()) {
      return false;
    }
    boolean all = true;
    for (int day = 0; day < known.length; day++) {
      known[day] = found.find(cinema, days.day(day));
      all &= known[day] != null;
    }
    return all;
  }

  private void collect(RowFilter filter, Instant from, Instant until, ShowingRows to) {
    contents.programmes().collect(filter, Micros.of(from), Micros.of(until), to);
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

  /// Brings the showtimes of all cinemas up to one nearer to the processor ([ShowtimeStore#touch]).
  void touch(Shown last) {
    int touched = 0;
    for (int row = 0; row < last.until(); row++) {
      touched |= contents.store().touch(rows.place(row));
    }
    if (touched == NEVER) {
      throw new IllegalStateException("a byte has no such value");
    }
  }

  /// Writes the days of a cinema.
  void print(Shown shown, ProgrammeWriter writer, OutputBuffer out, FreshnessAccumulator oldest) {
    DayRange days = shown.days();
    int from = shown.from();
    for (int day = 0; day < days.days(); day++) {
      Instant begin = days.start(day);
      Instant end = days.start(day + 1);
      int until = rows.rowAt(Micros.of(end), from, shown.until());
      FoundDays.Found known = shown.known()[day];
      boolean isShown = known != null || until > from;
      writer.day(
          days.day(day),
          Coverage.of(
              shown.links().sources(),
              begin,
              end,
              () -> isShown || showsAnything(shown.links().number(), begin, end),
              now));
      if (known == null) {
        print(shown.links().number(), days.day(day), from, until, writer, out, oldest);
      } else {
        known.print(writer, oldest);
      }
      writer.endDay();
      from = until;
    }
  }

  /// Writes the films of a day.
  private void print(
      int cinema,
      LocalDate date,
      int from,
      int until,
      ProgrammeWriter writer,
      OutputBuffer out,
      FreshnessAccumulator oldest) {
    if (from == until) {
      return;
    }
    FreshnessAccumulator ofDay = new FreshnessAccumulator();
    int begin = out.length();
    int second = new DayFilms(rows, from, until, contents).print(writer, out, ofDay);
    oldest.add(ofDay.observed(), ofDay.updated());
    if (!query.isFiltered()) {
      found.keep(cinema, date, out, begin, second, ofDay, now);
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
