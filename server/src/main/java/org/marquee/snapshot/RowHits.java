package org.marquee.snapshot;

/// The places of a page's showtimes while they are being found, one more than the page has, which
/// shows whether the list goes on.
final class RowHits {
  private final int[] places;
  private int count;

  /// @param limit records of the page
  RowHits(int limit) {
    places = new int[limit + 1];
  }

  void add(int place) {
    places[count] = place;
    count++;
  }

  boolean isFull() {
    return count == places.length;
  }

  /// Records on the page.
  int onPage() {
    return Math.min(count, places.length - 1);
  }

  /// The place of a record.
  int place(int at) {
    return places[at];
  }
}
