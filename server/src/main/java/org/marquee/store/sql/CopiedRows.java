package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/// Many rows from PostgreSQL's binary COPY: they are read where they lie, by a few lines of the
/// driver that are the same whatever is read, and compiled when it matters.
public final class CopiedRows implements AutoCloseable {
  private final CopyOut copy;
  private final CopiedRow row = new CopiedRow();
  private boolean hasBegun;

  private CopiedRows(CopyOut copy) {
    this.copy = copy;
  }

  /// Asks for the rows of a query, in a transaction that is open.
  public static CopiedRows of(Connection connection, String query) throws SQLException {
    return new CopiedRows(
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut("copy (" + query + ") to stdout (format binary)"));
  }

  /// The next row, which is the same object each time; null after the last.
  public @Nullable CopiedRow next() throws SQLException {
    byte[] message = copy.readFromCopy();
    if (message == null) {
      return null;
    }
    int from = 0;
    if (!hasBegun) {
      hasBegun = true;
      from = CopiedRow.header(message);
    }
    // The last message has no row, and only the end comes after it.
    return row.begin(message, from) ? row : next();
  }

  /// Stops the telling, if it has not come to its end.
  @Override
  public void close() throws SQLException {
    if (copy.isActive()) {
      copy.cancelCopy();
    }
  }
}
