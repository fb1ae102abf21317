package org.marquee.page;

/// Remembers what was seen lately, by its hash: what is asked for only once is not worth keeping.
///
/// A place forgets what was there before. Several threads write without order: the worst that comes
/// of that is something kept one request sooner or later.
public final class SeenBefore {
  /// More than there are answers to keep, and few enough to lie near the processor.
  private static final int PLACES = 1 << 14;

  private final int[] marks = new int[PLACES];

  /// Notes that something is seen.
  ///
  /// @param hash of it
  /// @return whether it was seen before
  public boolean note(int hash) {
    int place = (hash ^ (hash >>> 16)) & (PLACES - 1);
    boolean again = marks[place] == hash;
    marks[place] = hash;
    return again;
  }
}
