package org.marquee.backup;

import java.io.IOException;
import java.io.OutputStream;
import org.marquee.listing.Revision;

/// A database that is backed up. Implemented by the store.
public interface TableSource {
  /// Sends everything that is stored, all of it in one state.
  ///
  /// @throws IOException if the database fails, or the receiver does
  void read(Receiver receiver) throws IOException;

  /// What is read, and from where.
  ///
  /// @param schema the newest migration of the tables
  /// @param postgresql the version of the server
  /// @param revision the state of the data
  record Origin(int schema, String postgresql, Revision revision) {}

  /// Receives what is stored.
  interface Receiver {
    void begin(Origin origin) throws IOException;

    void table(StoredTable table, Rows rows) throws IOException;

    /// A sequence. All of them come behind the tables that use their values.
    void sequence(StoredSequence sequence) throws IOException;
  }

  /// The rows of one table.
  interface Rows {
    /// Writes them as PostgreSQL's `COPY` does as text, in UTF-8.
    ///
    /// @return how many there are
    long writeTo(OutputStream out) throws IOException;
  }
}
