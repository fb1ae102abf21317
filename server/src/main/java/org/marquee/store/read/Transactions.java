package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/// Where the transaction comes from in which something is read.
sealed interface Transactions {
  <T> T read(Reading<T> reading) throws SQLException;

  /// Reads something in a transaction.
  interface Reading<T> {
    T from(Connection connection) throws SQLException;
  }

  /// Each reading has one of its own.
  record Pooled(DataSource pool) implements Transactions {
    /// No page takes anywhere near as long. A database that says nothing for longer, behind a
    /// network that has gone dead, is away, and no caller is to hang on it.
    private static final int LONGEST_SILENCE_MILLIS = 2_500;

    @Override
    public <T> T read(Reading<T> reading) throws SQLException {
      try (Connection connection = pool.getConnection()) {
        connection.setNetworkTimeout(Runnable::run, LONGEST_SILENCE_MILLIS);
        connection.setReadOnly(true);
        // Changes wait for each other on the same connections, where on this level the later one
        // would fail: so it is told for each reading, not for the pool.
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        T answer = reading.from(connection);
        connection.commit();
        return answer;
      }
    }
  }

  /// All readings are part of a transaction that is open.
  record Within(Connection connection) implements Transactions {
    @Override
    public <T> T read(Reading<T> reading) throws SQLException {
      return reading.from(connection);
    }
  }
}
