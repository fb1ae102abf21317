package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSource;
import org.marquee.store.sql.Connections;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// New revisions as PostgreSQL announces them (PostgreSQL manual, LISTEN), on a connection that
/// does nothing else.
///
/// Without one, because the database is away or does not do that, waiting is all there is; from
/// time to time another is tried.
final class PostgresAnnouncements implements ChangeSource.Announcements {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresAnnouncements.class);

  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(5);

  /// A standby announces nothing, and logs each attempt.
  private static final Duration UNTIL_PROMOTED = Duration.ofMinutes(1);

  /// How long connecting may take, and a sign of life. In whole seconds: the driver has no others.
  private static final int TIMEOUT_SECONDS = 2;

  /// A network that has gone dead looks just like a day without imports.
  private static final Duration QUIET = Duration.ofSeconds(30);

  private final Database database;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Connection listening;
  private boolean complained;
  private long nextAttempt = System.nanoTime();
  private long lastSign;

  private PostgresAnnouncements(Database database) {
    this.database = database;
  }

  static PostgresAnnouncements listen(Database database) {
    PostgresAnnouncements announcements = new PostgresAnnouncements(database);
    announcements.connect();
    return announcements;
  }

  @Override
  public void await(Duration timeout) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (closed.getCount() == 0) {
      return;
    }
    long start = System.nanoTime();
    Connection connection = listening;
    if (connection == null) {
      // What was committed while nobody listened was announced to nobody: ask at once.
      if (start - nextAttempt >= 0 && connect()) {
        return;
      }
    } else if (hears(connection, timeout)) {
      return;
    }
    long left = timeout.toNanos() - (System.nanoTime() - start);
    var _ = closed.await(left, TimeUnit.NANOSECONDS);
  }

  /// Waits for an announcement until the timeout; false if that is over because the connection is.
  private boolean hears(Connection connection, Duration timeout) {
    try {
      long now = System.nanoTime();
      if (now - lastSign > QUIET.toNanos()) {
        if (!connection.isValid(TIMEOUT_SECONDS)) {
          throw new SQLException("no answer");
        }
        lastSign = now;
      }
      int millis = Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE);
      if (connection.unwrap(PGConnection.class).getNotifications(millis).length > 0) {
        lastSign = System.nanoTime();
      }
      return true;
    } catch (SQLException e) {
      complain(e);
      lose(connection);
      return false;
    }
  }

  private boolean connect() {
    if (!database.isOpened()) {
      return false; // a node that starts while its database is away: DatabaseMonitor reports that
    }
    try {
      Connection connection = database.connectWithin(TIMEOUT_SECONDS);
      listening = connection;
      if (closed.getCount() == 0) {
        lose(connection);
        return false;
      }
      Sql.of("listen " + Revisions.CHANNEL).run(connection);
      lastSign = System.nanoTime();
      if (complained) {
        LOG.info("new revisions are announced again");
        complained = false;
      }
      return true;
    } catch (SQLException e) {
      complain(e);
      Duration pause = Outage.isReadOnly(e) ? UNTIL_PROMOTED : BETWEEN_ATTEMPTS;
      nextAttempt = System.nanoTime() + pause.toNanos();
      Connection connection = listening;
      if (connection != null) {
        lose(connection);
      }
      return false;
    }
  }

  private void complain(SQLException e) {
    if (!complained && closed.getCount() > 0) {
      complained = true;
      LOG.atWarn().log("new revisions are not announced; they are polled: {}", e.getMessage());
    }
  }

  private void lose(Connection connection) {
    listening = null;
    Connections.cut(connection);
  }

  @Override
  public void close() {
    closed.countDown();
    Connection connection = listening;
    if (connection != null) {
      Connections.cut(connection);
    }
  }
}
