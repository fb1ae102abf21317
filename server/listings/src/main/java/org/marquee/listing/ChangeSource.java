package org.marquee.listing;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The published records as they are stored, for a class that keeps a copy of them.
///
/// Implementations throw [ListingsUnavailable] when the data cannot be reached.
public interface ChangeSource {
  /// The newest state.
  Revision revision();

  /// Tells `sink` one state of the data: what changed since the state that it knows, or all of it
  /// where that is not known, or the changes since are too many or no longer known.
  ///
  /// @param from showtimes that start before it are left out
  /// @param most changes that are sent one by one
  void copy(@Nullable Revision known, Instant from, int most, ChangeSink sink);

  /// Begins to listen. What was committed before this returns may go unannounced.
  Announcements announcements();

  /// Hints that something was committed. They may come late, twice or not at all (poolers lose
  /// them): a reader asks for the revision from time to time.
  interface Announcements extends AutoCloseable {
    /// Waits for an announcement, but no longer than `timeout`.
    void await(Duration timeout) throws InterruptedException;

    @Override
    void close();
  }
}
