package org.marquee.backup;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What became of the last backups. Implemented by the store; may block.
public interface BackupLog {
  /// The failure of a backup of the schedule from its beginning until it is made.
  String INTERRUPTED = "it was interrupted";

  /// One that takes longer was interrupted.
  Duration LONGEST = Duration.ofHours(2);

  Last last();

  /// The last backups.
  ///
  /// @param begunAt when the last one of the schedule was begun; null where none was
  /// @param succeededAt when the last one that was made was complete; null where there is none
  /// @param file where that is
  /// @param failure why the last attempt failed; null where it did not
  record Last(
      @Nullable Instant begunAt,
      @Nullable Instant succeededAt,
      @Nullable String file,
      @Nullable String failure) {
    /// Whether the last attempt failed; one that may be under way has not.
    public boolean hasFailed(Instant now) {
      boolean underWay =
          INTERRUPTED.equals(failure) && begunAt != null && begunAt.plus(LONGEST).isAfter(now);
      return failure != null && !underWay;
    }
  }
}
