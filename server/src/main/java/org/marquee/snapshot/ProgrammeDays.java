package org.marquee.snapshot;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Coverage;
import org.marquee.listing.DayRange;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.page.KeptText;
import org.marquee.page.OutputBuffer;
import org.marquee.page.ProgrammeWriter;

/// What the cinemas of a page show on the days asked for: first found for all of them, then
/// written. For one thread.
final class ProgrammeDays {
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
      CinemaLinks links, DayRange days, FoundDays.@Nullable Found[] known, int from, int until) {

    /// When the sources cover more or less of any day.
    Instant expires(Instant now) {
      FoundDays.Found first = known[0];
      return first == null ? links.nextChange(now) : first.expires();
    }
  }

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
      known[day] = found.find(cinema, days.day(day), now);
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

  /// Brings what a cinema shows nearer to the processor ([ShowtimeStore#touch]).
  ///
  /// @return for [ShowtimeStore#use]
  int touch(Shown shown) {
    int touched = 0;
    for (FoundDays.Found known : shown.known()) {
      touched |= known == null ? 0 : known.text().touch();
    }
    for (int row = shown.from(); row < shown.until(); row++) {
      touched |= contents.store().touch(rows.place(row));
    }
    return touched;
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
      FoundDays.Found known = shown.known()[day];
      if (known == null) {
        print(shown, day, from, until, writer, oldest);
      } else {
        known.print(writer, oldest);
      }
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
    int begin =
        writer.day(
            date,
            Coverage.of(
                links.sources(),
                start,
                end,
                () -> isShown || showsAnything(links.number(), start, end),
                now));
    if (!isShown) {
      return;
    }
    OutputBuffer out = writer.out();
    FreshnessAccumulator ofDay = new FreshnessAccumulator();
    int second = new DayFilms(rows, from, until, contents).print(writer, ofDay);
    oldest.add(ofDay.observed(), ofDay.updated());
    if (!query.isFiltered()) {
      found.keep(
          links.number(),
          date,
          out.length() - begin,
          now,
          () ->
              new FoundDays.Found(
                  new KeptText(
                      Arrays.copyOfRange(out.bytes(), begin, out.length()), second - begin),
                  ofDay.observed(),
                  ofDay.updated(),
                  now,
                  links.nextChange(now)));
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
