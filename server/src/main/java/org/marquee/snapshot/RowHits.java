package org.marquee.snapshot;

import java.util.Arrays;

/// The places of a page's showtimes while they are being found, one more than the page has, which
/// says whether the list goes on.
final class RowHits {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final long[] places;
  private int count;

  /// @param limit records of the page
  RowHits(int limit) {
    places = new long[limit + 1];
  }

  void add(long place) {
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
  long place(int at) {
    return places[at];
  }

  /// The same page, without room for more.
  RowHits trim() {
    RowHits trimmed = new RowHits(onPage());
    trimmed.count = count;
    System.arraycopy(places, 0, trimmed.places, 0, count);
    return trimmed;
  }

  /// Whether both have the same records on the page, and more after it or not.
  @Override
  public boolean equals(Object other) {
    return other instanceof RowHits that
        && isFull() == that.isFull()
        && Arrays.equals(places, 0, onPage(), that.places, 0, that.onPage());
  }

  @Override
  public int hashCode() {
    long hash = 1;
    for (int at = 0; at < onPage(); at++) {
      hash = (hash + places[at]) * SPREAD;
      hash ^= hash >>> 29;
    }
    return Long.hashCode(hash);
  }
}
