package org.marquee.snapshot;

/// The rows of a page while they are being found, one more than the page has, which says whether
/// the list goes on.
final class Found {
  private final Day[] days;
  private final int[] rows;
  private final Merge merge = new Merge();
  private int count;

  /// @param limit records of the page
  Found(int limit) {
    days = new Day[limit + 1];
    rows = new int[limit + 1];
  }

  /// An empty merge to find the rows of a day with.
  Merge merge() {
    merge.clear();
    return merge;
  }

  void add(Day day, int row) {
    days[count] = day;
    rows[count] = row;
    count++;
  }

  boolean isFull() {
    return count == rows.length;
  }

  /// Records on the page.
  int onPage() {
    return Math.min(count, rows.length - 1);
  }

  Columns columns(int at) {
    return days[at].rows();
  }

  int row(int at) {
    return rows[at];
  }
}
