package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Work;

/// The transactions in which readers read: one for each reading, or one for several.
sealed interface ReadTransactions {
  /// Reads in a transaction.
  ///
  /// @throws org.marquee.listing.ListingsUnavailable if the database cannot be read
  <T> T read(Work<T> reading);

  /// Each reading has a transaction of its own.
  record Pooled(DataSource pool) implements ReadTransactions {
    /// A page takes far less. A database that is silent for longer is unreachable, and callers must
    /// not wait for it.
    private static final int LONGEST_SILENCE_MILLIS = 2_500;

    @Override
    public <T> T read(Work<T> reading) {
      return Work.on(
          pool::getConnection,
          Outage::whileReading,
          connection -> {
            connection.setNetworkTimeout(Runnable::run, LONGEST_SILENCE_MILLIS);
            connection.setReadOnly(true);
            // Set for each reading, not for the pool: writers use the same connections and wait for
            // each other. At this level the later one would fail.
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            Revisions.current(connection); // What is not whole has no answer, not even "not found".
            T answer = reading.on(connection);
            connection.commit();
            return answer;
          });
    }
  }

  /// All readings are part of one open transaction.
  record Within(Connection connection) implements ReadTransactions {
    @Override
    public <T> T read(Work<T> reading) {
      try {
        return reading.on(connection);
      } catch (SQLException e) {
        throw Outage.whileReading(e);
      }
    }
  }
}
