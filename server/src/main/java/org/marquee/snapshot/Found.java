package org.marquee.snapshot;

/// The rows of a page while they are being found, one more than the page has, which says whether
/// the list goes on.
final class Found {
  private final long[][] starts;
  private final int[] rows;
  private final long[] places;
  private final Merge merge = new Merge();
  private int count;

  /// @param limit records of the page
  Found(int limit) {
    starts = new long[limit + 1][];
    rows = new int[limit + 1];
    places = new long[limit + 1];
  }

  /// An empty merge to find the rows of a day with.
  Merge merge() {
    merge.clear();
    return merge;
  }

  /// Adds the row that starts at `starts[row]`, which is looked at only where it is asked for.
  void add(long[] starts, int row, long place) {
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
    return starts[at][rows[at]];
  }
}
