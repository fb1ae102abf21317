package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.marquee.store.sql.ActiveSessions;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches a check on a thread of its own, and cancels what it is doing as soon as another session
/// waits for it, its time is over, or nobody waits for its report. Other checks wait.
final class GivingWay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GivingWay.class);
  private static final Duration BETWEEN = Duration.ofMillis(250);

  private final Database database;
  private final int process;
  private final long endNanos;
  private final BooleanSupplier left;
  private final Thread thread;
  private volatile CheckLedger.@Nullable Ended ended;

  private GivingWay(Database database, int process, Duration most, BooleanSupplier left) {
    this.database = database;
    this.process = process;
    this.left = left;
    endNanos = System.nanoTime() + most.toNanos();
    thread = Thread.ofVirtual().name("check-watch").unstarted(this::watch);
  }

  /// Begins to watch.
  ///
  /// @param connection of the check, for nothing else: a cancellation may come late
  static GivingWay begin(
      Database database, Connection connection, Duration most, BooleanSupplier left)
      throws SQLException {
    int process = (int) Sql.of("select pg_backend_pid()").number(connection);
    GivingWay watch = new GivingWay(database, process, most, left);
    watch.thread.start();
    return watch;
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(BETWEEN);
        look();
      }
    } catch (InterruptedException _) {
      // The check is over.
    }
  }

  private void look() {
    boolean late = System.nanoTime() - endNanos >= 0;
    try (Connection connection = database.pool().getConnection()) {
      if (late || left.getAsBoolean() || ActiveSessions.isWaitedFor(connection, process)) {
        ended = late ? CheckLedger.Ended.TOOK_TOO_LONG : CheckLedger.Ended.GAVE_WAY;
        Sql.of("select pg_cancel_backend(:process)")
            .bind("process", process)
            .list(connection, row -> row.getBoolean(1));
      }
    } catch (SQLException e) {
      LOG.atDebug().setCause(e).log("a check is not watched");
    }
  }

  CheckLedger.@Nullable Ended ended() {
    return ended;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
