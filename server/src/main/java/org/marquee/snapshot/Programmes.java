package org.marquee.snapshot;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// The programmes of all cinemas, by their numbers. Immutable; made of the days' rows.
final class Programmes {
  static final Programmes EMPTY = new Programmes(new Programme[0]);

  private final Programme[] byCinema;

  private Programmes(Programme[] byCinema) {
    this.byCinema = byCinema;
  }

  /// The programme of a cinema.
  Programme of(int cinema) {
    return byCinema[cinema];
  }

  /// These, and those of some cinemas anew.
  ///
  /// @param changed the cinemas whose showtimes are not all as and where they were
  /// @param cinemas how many there are
  /// @param days all of them, in order
  Programmes with(BitSet changed, int cinemas, List<Day> days) {
    if (changed.isEmpty()) {
      return this;
    }
    int[] sizes = new int[cinemas];
    for (Day day : days) {
      for (int cinema : day.rows().cinemas) {
        sizes[cinema]++;
      }
    }
    Programme[] next = Arrays.copyOf(byCinema, cinemas);
    for (int cinema = changed.nextSetBit(0); cinema >= 0; cinema = changed.nextSetBit(cinema + 1)) {
      next[cinema] = sizes[cinema] == 0 ? Programme.EMPTY : new Programme(sizes[cinema]);
    }
    for (Day day : days) {
      Columns rows = day.rows();
      for (int row = 0; row < rows.size(); row++) {
        int cinema = rows.cinemas[row];
        if (changed.get(cinema)) {
          next[cinema].add(rows.starts[row], rows.films[row], rows.masks[row], rows.places[row]);
        }
      }
    }
    return new Programmes(next);
  }
}
