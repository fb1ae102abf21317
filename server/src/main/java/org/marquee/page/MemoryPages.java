package org.marquee.page;

import org.marquee.listing.Window;

/// Sheets that are at hand in memory: never waits, and can only answer for what it holds.
public interface MemoryPages extends Pages {
  /// Whether there is anything on it yet.
  boolean isStocked();

  /// Whether every showtime of the window that exists is on it.
  boolean holds(Window window);

  /// Whether it was lately made sure that nothing newer is stored, so that what is not on it does
  /// not exist.
  boolean isCurrent();
}
