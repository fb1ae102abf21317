package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/// Rows streaming into tables, one table after the other, by PostgreSQL's binary COPY (PostgreSQL
/// manual, COPY, "Binary Format").
///
/// The COPY of a table stays open until rows of another come: the server takes in what was sent
/// while the next rows are being written. Until [#end] the connection can do nothing else.
public final class CopyStream implements AutoCloseable {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
  };

  private static final byte[] TRAILER = {(byte) 0xff, (byte) 0xff};

  private final Connection connection;
  private String table = "";
  private @Nullable CopyIn copy;

  public CopyStream(Connection connection) {
    this.connection = connection;
  }

  void write(String to, byte[] rows, int length) throws SQLException {
    CopyIn into = copy;
    if (into == null || !table.equals(to)) {
      end();
      into = begin(to);
    }
    into.writeToCopy(rows, 0, length);
  }

  private CopyIn begin(String to) throws SQLException {
    CopyIn into =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("copy " + to + " from stdin (format binary)");
    table = to;
    copy = into;
    into.writeToCopy(SIGNATURE, 0, SIGNATURE.length);
    return into;
  }

  /// Waits until the server has everything.
  public void end() throws SQLException {
    CopyIn ending = copy;
    if (ending != null) {
      ending.writeToCopy(TRAILER, 0, TRAILER.length);
      ending.endCopy();
      copy = null;
    }
  }

  /// Gives up a COPY that has not come to its end.
  @Override
  public void close() throws SQLException {
    CopyIn unfinished = copy;
    copy = null;
    if (unfinished != null && unfinished.isActive()) {
      unfinished.cancelCopy();
    }
  }
}
