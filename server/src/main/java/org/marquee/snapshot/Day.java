package org.marquee.snapshot;

import java.util.Arrays;

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
    int[] byMask = Postings.byMask(rows.masks);
    return new Day(
        date,
        rows,
        Postings.of(rows.cinemas, cinemas, rows.films, rows, byMask),
        Postings.of(rows.films, films, rows.cinemas, rows, byMask),
        Postings.of(new int[rows.size()], ONE_VALUE, rows.films, rows, byMask));
  }

  /// The same day with its showtimes at other places.
  Day movedTo(long[] places) {
    Columns moved = rows.movedTo(places);
    return new Day(
        date, moved, byCinema.movedTo(places), byFilm.movedTo(places), byMask.movedTo(places));
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

  /// The first row that starts at or after a time. Most windows reach over most of their days from
  /// one end to the other, and nothing has to be looked for.
  int rowAt(long start) {
    if (start <= date * Micros.A_DAY) {
      return 0;
    }
    if (start >= (date + 1) * Micros.A_DAY) {
      return rows.size();
    }
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
    while (from < until) { // among those that start together
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
        found.add(this, row, rows.places[row]);
      }
      return;
    }
    Merge merge = found.merge();
    // A cinema shows few films a day: looking through its rows costs less than a posting would.
    int film = wanted.cinema() == Wanted.ANY ? Wanted.ANY : wanted.film();
    Postings postings;
    if (wanted.cinema() != Wanted.ANY) {
      postings = byCinema;
      postings.find(wanted.cinema(), wanted.mask(), from, until, merge);
    } else if (wanted.film() != Wanted.ANY) {
      postings = byFilm;
      postings.find(wanted.film(), wanted.mask(), from, until, merge);
    } else {
      postings = byMask;
      postings.find(0, wanted.mask(), from, until, merge);
    }
    while (!found.isFull()) {
      int row = merge.next();
      if (row < 0 || row >= until) {
        return;
      }
      if (film == Wanted.ANY || postings.companion(merge) == film) {
        found.add(this, row, postings.place(merge));
      }
    }
  }
}
