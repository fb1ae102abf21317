package org.marquee.page;

/// Remembers what was seen lately, by its hash: what is asked for only once is not worth keeping.
///
/// A mark goes to one of a few places that lie together and replaces the oldest there. With one
/// place each, two things that are asked for in turn and share it would never be known again.
/// Several threads write without order: the worst that comes of that is something kept one request
/// sooner or later.
public final class SeenBefore {
  /// More than there are answers to keep, and few enough to lie near the processor.
  private static final int PLACES = 1 << 14;

  private static final int TOGETHER = 4;
  private static final int SPREAD = 0x9E3779B9;
  private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(PLACES / TOGETHER);

  private final int[] marks = new int[PLACES];

  /// Notes that something is seen.
  ///
  /// @param hash of it
  /// @return whether it was seen before
  public boolean note(int hash) {
    int first = ((hash * SPREAD) >>> SHIFT) * TOGETHER;
    for (int at = first; at < first + TOGETHER; at++) {
      if (marks[at] == hash) {
        return true;
      }
    }
    System.arraycopy(marks, first, marks, first + 1, TOGETHER - 1);
    marks[first] = hash;
    return false;
  }
}
