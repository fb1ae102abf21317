package org.marquee.snapshot.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.Position;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.snapshot.columns.Day;
import org.marquee.snapshot.columns.RowFilter;
import org.marquee.snapshot.columns.RowHits;
import org.marquee.snapshot.columns.Showtimes;
import org.marquee.snapshot.columns.StartAndId;
import org.marquee.snapshot.record.Dictionary;
import org.marquee.snapshot.record.Micros;

/// A question about showtimes, in numbers of a snapshot: which rows fit, and where those of its
/// window begin and end. Whatever begins at the same row finds the same, up to its end.
///
/// A row is a number: of one cinema its place in [org.marquee.snapshot.columns.ProgrammeIndex]; of
/// all cinemas the number of its day in the upper half and the row of the day in the lower.
///
/// @param first row that may be found
/// @param until the start that is too late, in microseconds
record ShowtimeSearch(SnapshotContents contents, RowFilter filter, long first, long until) {
  /// The search for a page; null where nothing can fit.
  ///
  /// @param after the last showtime of the page before
  static @Nullable ShowtimeSearch of(
      SnapshotContents contents, ShowtimeQuery query, Position.@Nullable ByStart after) {
    RowFilter filter = filter(contents, query);
    if (filter == null) {
      return null;
    }
    long from = Micros.of(query.window().after());
    StartAndId key =
        after == null ? null : new StartAndId(Micros.of(after.start()), after.id().getBytes(UTF_8));
    long first = first(contents, filter, from, key);
    return new ShowtimeSearch(contents, filter, first, Micros.of(query.window().before()));
  }

  private static @Nullable RowFilter filter(SnapshotContents contents, ShowtimeQuery query) {
    int cinema = number(contents, contents.showtimes().cinemas(), query.cinemaId());
    int film = number(contents, contents.showtimes().films(), query.filmId());
    return (query.cinemaId() != null && cinema == Dictionary.NONE)
            || (query.filmId() != null && film == Dictionary.NONE)
        ? null
        : new RowFilter(cinema, film, query.attributes().mask());
  }

  private static int number(
      SnapshotContents contents, Dictionary<String> ordinals, @Nullable String id) {
    return id == null ? RowFilter.ANY : ordinals.find(contents.lists().survivor(id));
  }

  /// The first row that starts at or after a time, and comes after a key.
  private static long first(
      SnapshotContents contents, RowFilter filter, long from, @Nullable StartAndId key) {
    Showtimes showtimes = contents.showtimes();
    if (filter.cinema() != RowFilter.ANY) {
      return showtimes.programmes().first(filter.cinema(), from, key, showtimes.store());
    }
    Day[] days = showtimes.days();
    int date = Micros.day(key == null ? from : Math.max(from, key.start()));
    int at = 0;
    while (at < days.length && days[at].date() < date) {
      at++;
    }
    if (at == days.length) {
      return row(at, 0);
    }
    int row = days[at].rowAt(from);
    return row(at, key == null ? row : Math.max(row, days[at].rowAfter(key, showtimes.store())));
  }

  private static long row(int day, int row) {
    return (long) day << 32 | row;
  }

  /// The first row that is too late.
  long end() {
    return first(contents, filter, until, null);
  }

  /// What fits, up to one more than a page has.
  RowHits find(int limit) {
    RowHits found = new RowHits(limit);
    if (filter.cinema() != RowFilter.ANY) {
      contents.showtimes().programmes().find(filter, first, until, found);
      return found;
    }
    Day[] days = contents.showtimes().days();
    int row = (int) first;
    for (int at = (int) (first >>> 32);
        at < days.length && days[at].date() <= Micros.day(until - 1) && !found.isFull();
        at++) {
      days[at].find(filter, row, days[at].rowAt(until), found);
      row = 0;
    }
    return found;
  }
}
