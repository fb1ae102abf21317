package org.marquee.snapshot;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The showtimes that start on one UTC day, by (start, id). Immutable.
final class Day {
  private static final int ONE_VALUE = 1;

  private final int date;
  private final Columns rows;
  private final Postings byCinema;
  private final Postings byFilm;
  private final Postings byMask;

  private Day(int date, Columns rows, Postings byCinema, Postings byFilm, Postings byMask) {
    this.date = date;
    this.rows = rows;
    this.byCinema = byCinema;
    this.byFilm = byFilm;
    this.byMask = byMask;
  }

  /// A day of these rows, which are in order.
  ///
  /// @param date days since 1970
  /// @param cinemas how many cinemas there are
  /// @param films how many films there are
  static Day of(int date, Columns rows, int cinemas, int films) {
    rows.trim();
    return new Day(
        date,
        rows,
        Postings.of(rows.cinemas, cinemas, rows.masks),
        Postings.of(rows.films, films, rows.masks),
        Postings.of(new int[rows.size()], ONE_VALUE, rows.masks));
  }

  /// The same day with its showtimes at other places.
  Day movedTo(long[] places) {
    return new Day(date, rows.movedTo(places), byCinema, byFilm, byMask);
  }

  /// Days since 1970.
  int date() {
    return date;
  }

  int size() {
    return rows.size();
  }

  Columns rows() {
    return rows;
  }

  /// The first row that starts at or after a time.
  int rowAt(long start) {
    int row = Arrays.binarySearch(rows.starts, start);
    if (row < 0) {
      return -row - 1;
    }
    while (row > 0 && rows.starts[row - 1] == start) {
      row--;
    }
    return row;
  }

  /// The first row after (start, id).
  int rowAfter(long start, byte[] id, Stock stock) {
    int from = rowAt(start);
    int until = rowAt(start + 1);
    while (from < until) {
      int middle = (from + until) >>> 1;
      if (stock.compareId(rows.places[middle], id) <= 0) {
        from = middle + 1;
      } else {
        until = middle;
      }
    }
    return from;
  }

  /// Finds the rows of a range that fit a question, in order, until the page is full.
  void find(Wanted wanted, int from, int until, Found found) {
    if (from >= until) {
      return;
    }
    if (wanted.isAll()) {
      for (int row = from; row < until && !found.isFull(); row++) {
        found.add(this, row);
      }
      return;
    }
    Merge merge = found.merge();
    if (wanted.cinema() != Wanted.ANY) {
      byCinema.find(wanted.cinema(), wanted.mask(), from, until, merge);
    } else if (wanted.film() != Wanted.ANY) {
      byFilm.find(wanted.film(), wanted.mask(), from, until, merge);
    } else {
      byMask.find(0, wanted.mask(), from, until, merge);
    }
    // A cinema shows few films a day: looking through its rows costs less than a posting would.
    int @Nullable [] films =
        wanted.cinema() != Wanted.ANY && wanted.film() != Wanted.ANY ? rows.films : null;
    while (!found.isFull()) {
      int row = merge.next();
      if (row < 0 || row >= until) {
        return;
      }
      if (films == null || films[row] == wanted.film()) {
        found.add(this, row);
      }
    }
  }
}
