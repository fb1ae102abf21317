package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Connections for what takes long, such as an import: with room to sort, and ended by the server
/// if the program falls silent.
///
/// An import gives its connection back for the next one, with the temporary tables in it: a new
/// connection reads the catalogue anew and makes thirty tables, which takes longer than all the
/// rest of a small import (docs/decisions/0199).
final class LongConnections {
  static final String ROOM_TO_SORT =
      "set work_mem = '64MB'; set temp_buffers = '64MB'; set jit = off";

  /// The server gives up a client that is silent in the middle of a transaction, or that the
  /// network has lost.
  private static final String ENDS_BY_ITSELF =
      """
      ; set idle_in_transaction_session_timeout = '2min'; set statement_timeout = '30min';
      set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
      set tcp_user_timeout = '1min'
      """;

  /// The best plan depends on the feed, however often a connection has run the statement. Tables
  /// that are there already are no news.
  private static final String RUNS_AGAIN =
      "; set plan_cache_mode = force_custom_plan; set client_min_messages = 'warning'";

  /// Logging in to a server that answers takes milliseconds; one behind a bad network seconds.
  private static final int LOGIN_SECONDS = 20;

  /// A server that is there answers within milliseconds.
  private static final int ANSWER_SECONDS = 2;

  private static final int MOST_KEPT = 2;
  private static final Duration LONGEST_KEPT = Duration.ofMinutes(1);

  private final Connections connections;
  private final Duration longestWait;
  private final Deque<Kept> kept = new ArrayDeque<>();
  private boolean closed;

  /// @param longestWait how long one waits for others before it gives up
  LongConnections(Connections connections, Duration longestWait) {
    this.connections = connections;
    this.longestWait = longestWait;
  }

  /// Compared by identity: a connection may be kept, used and kept again.
  private static final class Kept {
    final Connection connection;

    Kept(Connection connection) {
      this.connection = connection;
    }
  }

  /// A new connection.
  Connection open(String purpose) throws SQLException {
    Properties properties = new Properties();
    // The driver would forget its prepared statements whenever a temporary table is made, since it
    // may differ from one that they knew. Ours never do.
    properties.setProperty("flushCacheOnDdl", "false");
    Connection connection = connections.open(LOGIN_SECONDS, properties);
    try {
      Sql.of(ROOM_TO_SORT + ENDS_BY_ITSELF + RUNS_AGAIN).run(connection);
      name(connection, purpose);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /// A connection that was given back, or a new one.
  Connection take(String purpose) throws SQLException {
    connections.refuseIfTakenOver();
    for (Kept next = last(); next != null; next = last()) {
      Connection connection = next.connection;
      try {
        if (connection.isValid(ANSWER_SECONDS)) {
          name(connection, purpose);
          return connection;
        }
      } catch (SQLException _) {
        // The server behind it is gone. A new connection shows whether there is another.
      }
      Connections.cut(connection);
    }
    return open(purpose);
  }

  private synchronized @Nullable Kept last() {
    return kept.pollLast();
  }

  private void name(Connection connection, String purpose) throws SQLException {
    Sql.of(
            "select set_config('lock_timeout', :millis, false), set_config('application_name', :name, false)")
        .bind("millis", longestWait.toMillis() + "ms")
        .bind("name", ActiveSessions.name(purpose))
        .list(connection, row -> row.getString(1));
  }

  /// Keeps a connection for a minute for the next one that needs it. What it has not committed is
  /// lost.
  void giveBack(Connection connection) {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      name(connection, "");
    } catch (SQLException _) {
      Connections.cut(connection);
      return;
    }
    Kept spare = new Kept(connection);
    synchronized (this) {
      if (closed || kept.size() == MOST_KEPT) {
        Connections.cut(connection);
        return;
      }
      kept.add(spare);
    }
    CompletableFuture.delayedExecutor(LONGEST_KEPT.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> drop(spare));
  }

  private void drop(Kept spare) {
    synchronized (this) {
      if (!kept.remove(spare)) {
        return;
      }
    }
    Connections.cut(spare.connection);
  }

  /// Drops what is kept: the server behind it is gone.
  synchronized void renew() {
    kept.forEach(each -> Connections.cut(each.connection));
    kept.clear();
  }

  synchronized void close() {
    closed = true;
    renew();
  }
}
