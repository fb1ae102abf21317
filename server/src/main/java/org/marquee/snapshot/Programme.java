package org.marquee.snapshot;

import org.jspecify.annotations.Nullable;

/// The showtimes of one cinema on all days, by (start, id). Immutable.
///
/// A cinema shows a few things a day, so what is asked of one reaches over days: looked for day by
/// day, each would be waited for. Here they lie together: of `size` showtimes first when they
/// start, then the film and the attributes of each as one number, then their places in the [Stock].
final class Programme {
  static final Programme EMPTY = new Programme(0);

  private static final int MASK_BITS = Short.SIZE;

  private final long[] cells;
  private final int size;
  private int filled;

  /// A programme of so many showtimes, which are still to be [added][#add].
  Programme(int size) {
    this.size = size;
    cells = new long[3 * size];
  }

  /// Adds the next showtime; to be called as often as there are showtimes, before anybody reads.
  void add(long start, int film, short mask, long place) {
    cells[filled] = start;
    cells[size + filled] = (long) film << MASK_BITS | mask;
    cells[2 * size + filled] = place;
    filled++;
  }

  int size() {
    return size;
  }

  /// Finds what fits a question, in order, until the page is full.
  ///
  /// @param from the earliest start
  /// @param until the start that is too late
  /// @param after the last showtime of the page before; null for the first page
  void find(Wanted wanted, long from, long until, @Nullable Mark after, Stock stock, Found found) {
    int at = Order.atOrAfter(cells, size, from);
    if (after != null) {
      at = Math.max(at, Order.after(cells, size, cells, 2 * size, after, stock));
    }
    int end = Order.atOrAfter(cells, size, until);
    for (; at < end && !found.isFull(); at++) {
      if (wanted.fits(cells[size + at] >>> MASK_BITS, (int) cells[size + at])) {
        found.add(cells, at, cells[2 * size + at]);
      }
    }
  }
}
