package org.marquee.snapshot;

/// The showtimes that start on one UTC day, by (start, id). Immutable.
final class Day {
  private static final int ONE_VALUE = 1;

  private final int date;
  private final Columns rows;
  private final Postings byFilm;
  private final Postings byAttribute;
  private final MaskRuns filmRuns;
  private final MaskRuns runs;

  private Day(
      int date,
      Columns rows,
      Postings byFilm,
      Postings byAttribute,
      MaskRuns filmRuns,
      MaskRuns runs) {
    this.date = date;
    this.rows = rows;
    this.byFilm = byFilm;
    this.byAttribute = byAttribute;
    this.filmRuns = filmRuns;
    this.runs = runs;
  }

  /// A day of these rows, which are in order.
  ///
  /// @param date days since 1970
  /// @param films how many films there are
  static Day of(int date, Columns rows, int films) {
    rows.trim();
    int[] byMask = MaskRuns.byMask(rows.masks);
    return new Day(
        date,
        rows,
        Postings.of(rows.films, films, rows),
        Postings.ofAttributes(rows),
        MaskRuns.of(rows.films, films, rows.masks, byMask),
        MaskRuns.of(new int[rows.size()], ONE_VALUE, rows.masks, byMask));
  }

  /// The same day with its showtimes at other places.
  Day movedTo(long[] places) {
    return new Day(
        date,
        rows.movedTo(places),
        byFilm.movedTo(places),
        byAttribute.movedTo(places),
        filmRuns,
        runs);
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
    return Order.atOrAfter(rows.starts, rows.size(), start);
  }

  /// The first row after a mark.
  int rowAfter(Mark mark, Stock stock) {
    return Order.after(rows.starts, rows.size(), rows.places, 0, mark, stock);
  }

  /// Finds the rows of a range that fit a question about all cinemas, in order, until the page is
  /// full.
  void find(Wanted wanted, int from, int until, Found found) {
    if (from >= until) {
      return;
    }
    boolean anyFilm = wanted.film() == Wanted.ANY;
    switch (Integer.bitCount(wanted.mask())) {
      case 0 -> {
        if (anyFilm) {
          all(from, until, found);
        } else {
          byFilm.find(wanted.film(), Postings.ALL, from, until, rows.starts, found);
        }
      }
      case 1 -> {
        Postings postings = anyFilm ? byAttribute : byFilm;
        int attribute = Integer.numberOfTrailingZeros(wanted.mask());
        postings.find(anyFilm ? 0 : wanted.film(), attribute, from, until, rows.starts, found);
      }
      default -> merge(wanted, from, until, found);
    }
  }

  private void all(int from, int until, Found found) {
    for (int row = from; row < until && !found.isFull(); row++) {
      found.add(rows.starts, row, rows.places[row]);
    }
  }

  private void merge(Wanted wanted, int from, int until, Found found) {
    Merge merge = found.merge();
    if (wanted.film() == Wanted.ANY) {
      runs.find(0, wanted.mask(), from, until, merge);
    } else {
      filmRuns.find(wanted.film(), wanted.mask(), from, until, merge);
    }
    for (int row = merge.next(); row >= 0 && row < until && !found.isFull(); row = merge.next()) {
      found.add(rows.starts, row, rows.places[row]);
    }
  }
}
