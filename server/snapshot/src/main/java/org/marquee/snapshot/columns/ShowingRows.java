package org.marquee.snapshot.columns;

import java.util.Arrays;

/// The showtimes of the cinemas on a page, one cinema after the other, each by (start, id).
public final class ShowingRows {
  private long[] starts = new long[256];
  private int[] films = new int[256];
  private int[] places = new int[256];
  private int size;

  /// How many there are.
  public int size() {
    return size;
  }

  /// Adds a showtime.
  ///
  /// @param start in microseconds
  /// @param film by [Dictionary]
  /// @param place in the [org.marquee.snapshot.record.ShowtimeStore]
  void add(long start, int film, int place) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      films = Arrays.copyOf(films, 2 * size);
      places = Arrays.copyOf(places, 2 * size);
    }
    starts[size] = start;
    films[size] = film;
    places[size] = place;
    size++;
  }

  /// Its film, by [org.marquee.snapshot.record.Dictionary].
  public int film(int row) {
    return films[row];
  }

  /// When it starts, in microseconds.
  public long start(int row) {
    return starts[row];
  }

  /// Where it lies in the [org.marquee.snapshot.record.ShowtimeStore].
  public int place(int row) {
    return places[row];
  }

  /// The first row from one up to another that starts at or after a time.
  public int rowAt(long start, int from, int until) {
    int row = from;
    while (row < until && starts[row] < start) {
      row++;
    }
    return row;
  }
}
