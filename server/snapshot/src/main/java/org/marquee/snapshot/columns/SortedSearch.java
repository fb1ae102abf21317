package org.marquee.snapshot.columns;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.marquee.snapshot.record.ShowtimeStore;

/// Looking for a place in what is sorted.
final class SortedSearch {
  private SortedSearch() {}

  /// The first of some numbers in order that is at least `least`; `until` if none is.
  ///
  /// @param numbers of 8 bytes each, looked at from one index up to another
  static long atOrAfter(MemorySegment numbers, long from, long until, long least) {
    long low = from;
    long high = until;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (numbers.getAtIndex(JAVA_LONG, middle) < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The first place with at least a number, in numbers of 4 bytes each.
  static int atOrAfter(MemorySegment numbers, int from, int until, int least) {
    int low = from;
    int high = until;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (numbers.getAtIndex(JAVA_INT, middle) < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The first showtime after a key.
  ///
  /// @param starts of showtimes in the order of (start, id), looked at from one index up to another
  /// @param places of the same showtimes
  static long after(
      MemorySegment starts,
      long from,
      long until,
      MemorySegment places,
      StartAndId key,
      ShowtimeStore store) {
    long low = atOrAfter(starts, from, until, key.start());
    long high = atOrAfter(starts, low, until, key.start() + 1);
    while (low < high) { // among those that start together
      long middle = (low + high) >>> 1;
      if (store.compareId(places.getAtIndex(JAVA_INT, middle), key.id()) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
