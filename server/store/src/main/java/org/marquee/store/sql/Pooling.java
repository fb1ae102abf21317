package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import org.postgresql.PGConnection;

/// Refuses a connection pooler that gives each transaction another session of the server, as
/// PgBouncer does with `pool_mode = transaction`. An import keeps temporary tables, and everything
/// keeps settings, from one transaction to the next (docs/decisions/0083).
final class Pooling {
  private static final int LOGIN_SECONDS = 5;
  private static final int ROUNDS = 5;

  private Pooling() {}

  /// Checks that each connection has a session of its own.
  ///
  /// @param first a connection outside of a transaction
  /// @throws DatabaseUnreachable if it has not; the message says what to change
  static void check(Connections connections, Connection first) throws SQLException {
    // A pooler makes up the number that it returns for the process: it belongs to no session yet.
    if (first.unwrap(PGConnection.class).getBackendPID() == process(first)) {
      return;
    }
    Properties prompt = new Properties();
    prompt.setProperty("socketTimeout", Integer.toString(LOGIN_SECONDS));
    try (Connection second = connections.connect(LOGIN_SECONDS, prompt)) {
      second.setAutoCommit(false);
      if (areShared(first, second)) {
        throw new DatabaseUnreachable(
            "%s is a connection pooler that gives each transaction another session. Marquee needs a session for each connection. Set pool_mode = session for this database (PgBouncer), or name the PostgreSQL server itself"
                .formatted(connections.address()),
            null);
      }
    }
  }

  /// Whether a session of the server serves both, or one of them has several. While the second one
  /// is in a transaction, it holds the session that the first one had a moment ago.
  private static boolean areShared(Connection first, Connection second) throws SQLException {
    Set<Long> own = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      own.add(process(first));
      if (own.size() > 1 || own.contains(process(second))) {
        return true;
      }
      own.add(process(first));
      second.rollback();
    }
    return own.size() > 1;
  }

  /// Asks without preparing: a prepared statement would be missing in another session.
  private static long process(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select pg_backend_pid()")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
