package org.marquee.backup;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What became of the last backups. Implemented by the store; may block.
public interface BackupLog {
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
      @Nullable String failure) {}
}
