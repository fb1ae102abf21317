package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/// Many rows from PostgreSQL's binary COPY: they are read where they lie, by a few lines of the
/// driver that are the same whatever is read, and compiled when it matters.
public final class CopiedRows implements AutoCloseable {
  private final CopyOut copy;
  private final CopiedRow row;
  private boolean hasBegun;

  private CopiedRows(CopyOut copy, CopiedRow row) {
    this.copy = copy;
    this.row = row;
  }

  /// Asks for rows, in a transaction that is open.
  ///
  /// @param from the query, from its `from` on
  /// @param repeated for the columns in which few values come again and again
  public static CopiedRows of(
      Connection connection, List<String> columns, String from, Map<String, RepeatedTexts> repeated)
      throws SQLException {
    return new CopiedRows(
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut(
                "copy (select %s %s) to stdout (format binary)"
                    .formatted(String.join(", ", columns), from)),
        new CopiedRow(columns, repeated));
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
