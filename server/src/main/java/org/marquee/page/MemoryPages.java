package org.marquee.page;

import org.marquee.listing.Window;

/// Pages from memory: never waits, and can only answer for what it holds.
public interface MemoryPages extends Pages {
  /// Whether it holds anything yet.
  boolean isFilled();

  /// Whether it holds every showtime of the window that exists.
  boolean holds(Window window);

  /// Whether it was confirmed lately that nothing newer is stored, so that what it does not hold
  /// does not exist.
  boolean isCurrent();
}
