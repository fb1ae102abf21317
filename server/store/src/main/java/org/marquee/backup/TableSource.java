package org.marquee.backup;

import java.io.IOException;

/// A database that is backed up. Implemented by the store.
public interface TableSource {
  /// Writes everything that is stored, all of it in one state: first where it is from, then the
  /// tables, and behind them the sequences that their values are from.
  ///
  /// @throws IOException if the database fails, or the backup cannot be written
  void read(BackupWriter backup) throws IOException;
}
