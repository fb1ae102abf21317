package org.marquee.backup;

import java.io.IOException;
import java.io.InputStream;
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
  List<String> fill(Contents contents) throws IOException;

  /// What the tables are filled with.
  interface Contents {
    /// The version of the tables that the rows are of.
    int schema();

    List<StoredTable> tables();

    List<StoredSequence> sequences();

    /// The rows of a table; close them.
    InputStream rows(StoredTable table) throws IOException;

    /// Checks that a table has as many rows as the backup states.
    ///
    /// @throws IOException if not
    void loaded(StoredTable table, long rows) throws IOException;
  }
}
