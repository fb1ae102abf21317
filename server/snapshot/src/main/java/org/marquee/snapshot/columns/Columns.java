package org.marquee.snapshot.columns;

import java.util.Arrays;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.ShowtimeStore;

/// What is searched of the showtimes of a day, by row, while the day is being made.
///
/// `starts` in microseconds, `places` in the [ShowtimeStore], `hashes` of the ids, `films` and
/// `cinemas` by their [Dictionary], `masks` of the attributes.
final class Columns {
  private static final int ROW_BITS = 26;

  long[] starts;
  int[] places;
  int[] hashes;
  int[] films;
  int[] cinemas;
  short[] masks;
  private int size;

  Columns(int room) {
    starts = new long[room];
    places = new int[room];
    hashes = new int[room];
    films = new int[room];
    cinemas = new int[room];
    masks = new short[room];
  }

  int size() {
    return size;
  }

  void add(long start, int place, int hash, int film, int cinema, short mask) {
    if (size == starts.length) {
      resize(Math.max(64, 2 * size));
    }
    starts[size] = start;
    places[size] = place;
    hashes[size] = hash;
    films[size] = film;
    cinemas[size] = cinema;
    masks[size] = mask;
    size++;
  }

  private void add(Columns others, int row) {
    add(
        others.starts[row],
        others.places[row],
        others.hashes[row],
        others.films[row],
        others.cinemas[row],
        others.masks[row]);
  }

  /// Adds all rows of others.
  void add(Columns others) {
    for (int row = 0; row < others.size; row++) {
      add(others, row);
    }
  }

  /// Adds rows of a day from one up to another.
  void add(Day day, int from, int until) {
    int count = until - from;
    if (size + count > starts.length) {
      resize(size + count);
    }
    day.copyTo(this, from, size, count);
    size += count;
  }

  /// These rows by (start, id).
  ///
  /// @param sorted how many of the first rows are in this order already
  /// @param store where their ids stand
  Columns inOrder(int sorted, ShowtimeStore store) {
    long[] order = byStart();
    for (int from = 0; from < size; ) {
      int until = from + 1;
      while (until < size && starts[row(order[until])] == starts[row(order[from])]) {
        until++;
      }
      if (until - from > 1 && row(order[until - 1]) >= sorted) {
        sortById(order, from, until, store);
      }
      from = until;
    }
    Columns ordered = new Columns(size);
    for (long each : order) {
      ordered.add(this, row(each));
    }
    return ordered;
  }

  /// The rows in the order of their starts. Start and row are sorted as one number: a day has fewer
  /// than 2³⁷ microseconds.
  private long[] byStart() {
    if (size >= 1 << ROW_BITS) {
      throw new IllegalStateException("more showtimes on one day than can be sorted");
    }
    long[] order = new long[size];
    for (int row = 0; row < size; row++) {
      order[row] = Math.floorMod(starts[row], Micros.A_DAY) << ROW_BITS | row;
    }
    Arrays.sort(order);
    return order;
  }

  private static int row(long startAndRow) {
    return (int) startAndRow & (1 << ROW_BITS) - 1;
  }

  /// A row with its id: ids lie anywhere in memory, and are looked at once each.
  @SuppressWarnings("ArrayRecordComponent") // compared by its id alone
  private record NamedRow(long startAndRow, byte[] id) {}

  private void sortById(long[] order, int from, int until, ShowtimeStore store) {
    NamedRow[] together = new NamedRow[until - from];
    Arrays.setAll(
        together,
        at -> new NamedRow(order[from + at], store.idBytes(places[row(order[from + at])])));
    Arrays.sort(together, (one, other) -> Arrays.compareUnsigned(one.id, other.id));
    for (int at = from; at < until; at++) {
      order[at] = together[at - from].startAndRow;
    }
  }

  /// These columns without spare room.
  Columns trim() {
    if (size < starts.length) {
      resize(size);
    }
    return this;
  }

  private void resize(int room) {
    starts = Arrays.copyOf(starts, room);
    places = Arrays.copyOf(places, room);
    hashes = Arrays.copyOf(hashes, room);
    films = Arrays.copyOf(films, room);
    cinemas = Arrays.copyOf(cinemas, room);
    masks = Arrays.copyOf(masks, room);
  }
}
