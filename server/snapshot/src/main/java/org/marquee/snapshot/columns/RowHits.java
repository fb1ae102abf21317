package org.marquee.snapshot.columns;

/// The places of a page's showtimes while they are being found, one more than the page has, which
/// shows whether the list goes on.
public final class RowHits {
  private final int[] places;
  private int count;

  /// @param limit records of the page
  public RowHits(int limit) {
    places = new int[limit + 1];
  }

  void add(int place) {
    places[count] = place;
    count++;
  }

  /// Whether the page is full, and one more was found.
  public boolean isFull() {
    return count == places.length;
  }

  /// Records on the page.
  public int onPage() {
    return Math.min(count, places.length - 1);
  }

  /// The place of a record.
  public int place(int at) {
    return places[at];
  }
}
