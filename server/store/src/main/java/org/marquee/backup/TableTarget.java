package org.marquee.backup;

import java.io.IOException;
import java.util.List;

/// An empty database that a backup is restored into. Implemented by the store.
public interface TableTarget {
  /// Whether it has no tables of ours.
  ///
  /// @throws IOException if it cannot be asked
  boolean isEmpty() throws IOException;

  /// Makes the tables, fills them and brings them up to date, all of it in one transaction: until
  /// this returns, nothing of it is there.
  ///
  /// @return the tables of the backup that Marquee does not make; they are left out
  /// @throws IOException if the database or the backup fails; then the database is empty still
  List<String> fill(BackupReader backup) throws IOException;
}
