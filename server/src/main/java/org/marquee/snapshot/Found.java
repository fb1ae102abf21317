package org.marquee.snapshot;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/// The rows of a page while they are being found, one more than the page has, which says whether
/// the list goes on.
final class Found {
  private final MemorySegment[] starts;
  private final long[] rows;
  private final long[] places;
  private final Merge merge = new Merge();
  private int count;

  /// @param limit records of the page
  Found(int limit) {
    starts = new MemorySegment[limit + 1];
    rows = new long[limit + 1];
    places = new long[limit + 1];
  }

  /// A merge to find rows of a day with.
  Merge merge() {
    return merge;
  }

  /// Adds a showtime.
  ///
  /// @param starts has when it starts at index `row`, which is looked at only where it is asked for
  void add(MemorySegment starts, long row, long place) {
    this.starts[count] = starts;
    rows[count] = row;
    places[count] = place;
    count++;
  }

  boolean isFull() {
    return count == rows.length;
  }

  /// Records on the page.
  int onPage() {
    return Math.min(count, rows.length - 1);
  }

  /// The place of a record.
  long place(int at) {
    return places[at];
  }

  /// When a record starts, in microseconds.
  long start(int at) {
    return starts[at].getAtIndex(JAVA_LONG, rows[at]);
  }
}
