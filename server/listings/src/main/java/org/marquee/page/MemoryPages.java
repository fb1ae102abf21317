package org.marquee.page;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.ShowingCounts;
import org.marquee.listing.Window;

/// Pages from memory: never waits, and can only answer for what it holds.
public interface MemoryPages extends PageSource, ShowingCounts {
  /// Whether it holds anything yet.
  boolean isFilled();

  /// Whether it holds every showtime of the window that exists.
  boolean holds(Window window);

  /// Whether it holds every showtime of some days that exists, wherever the cinema is.
  ///
  /// @param now decides which day is today
  boolean holds(ProgrammeQuery query, @Nullable Position after, Instant now);

  /// Whether it was confirmed lately that nothing newer is stored, so that what it does not hold
  /// does not exist.
  boolean isCurrent();
}
