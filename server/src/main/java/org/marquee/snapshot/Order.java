package org.marquee.snapshot;

import java.util.Arrays;

/// Looking for a place among showtimes that are sorted by (start, id).
final class Order {
  private Order() {}

  /// The first that starts at or after a time.
  ///
  /// @param starts in order, those of `size` showtimes; more may follow
  static int atOrAfter(long[] starts, int size, long start) {
    int at = Arrays.binarySearch(starts, 0, size, start);
    if (at < 0) {
      return -at - 1;
    }
    while (at > 0 && starts[at - 1] == start) {
      at--;
    }
    return at;
  }

  /// The first after a mark.
  ///
  /// @param starts as above
  /// @param places of the same showtimes, the first of which is at `firstPlace`
  static int after(long[] starts, int size, long[] places, int firstPlace, Mark mark, Stock stock) {
    int from = atOrAfter(starts, size, mark.start());
    int until = atOrAfter(starts, size, mark.start() + 1);
    while (from < until) { // among those that start together
      int middle = (from + until) >>> 1;
      if (stock.compareId(places[firstPlace + middle], mark.id()) <= 0) {
        from = middle + 1;
      } else {
        until = middle;
      }
    }
    return from;
  }
}
