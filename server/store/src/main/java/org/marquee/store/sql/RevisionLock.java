package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The turn of a transaction that makes a new revision: one has the row of the revision at a time,
/// and the others wait. The log names whom they wait for. They give up after the session's
/// `lock_timeout`.
public final class RevisionLock {
  private static final Logger LOG = LoggerFactory.getLogger(RevisionLock.class);

  /// `lock_not_available`.
  private static final String TIMEOUT = "55P03";

  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Duration BETWEEN_WORDS = Duration.ofSeconds(15);

  private RevisionLock() {}

  /// The wait took too long. The message names the other program and what to do.
  public static final class NotOurs extends SQLException {
    private static final long serialVersionUID = 1;

    NotOurs(String message) {
      super(message, TIMEOUT);
    }
  }

  /// Takes the row and counts it up. To be called first in a transaction, which may be begun anew
  /// for it.
  ///
  /// @throws NotOurs if others have it for too long
  static long take(Connection connection) throws SQLException {
    long begin = System.nanoTime();
    long most =
        Sql.of(
                "select (extract(epoch from current_setting('lock_timeout')::interval) * 1000)::bigint")
            .number(connection);
    Duration slice = QUIET;
    while (true) {
      long waited = Duration.ofNanos(System.nanoTime() - begin).toMillis();
      long left = most == 0 ? Long.MAX_VALUE : Math.max(1, most - waited);
      limit(connection, Math.min(slice.toMillis(), left));
      try {
        long taken = Sql.of("update revision set n = n + 1 returning n").number(connection);
        limit(connection, most);
        return taken;
      } catch (SQLException e) {
        if (!TIMEOUT.equals(e.getSQLState())) {
          throw e;
        }
        connection.rollback();
      }
      String whom = whom(connection);
      connection.rollback();
      waited = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
      if (left <= slice.toMillis()) {
        throw new NotOurs("nothing was changed: waited %d s for %s".formatted(waited, whom));
      }
      LOG.atWarn().log("waited {} s so far for {}", waited, whom);
      slice = BETWEEN_WORDS;
    }
  }

  private static void limit(Connection connection, long millis) throws SQLException {
    Sql.of("select set_config('lock_timeout', :millis, true)")
        .bind("millis", millis + "ms")
        .list(connection, row -> row.getString(1));
  }

  private static String whom(Connection connection) throws SQLException {
    Optional<ActiveSessions.Session> holder = ActiveSessions.holder(connection);
    return holder.isEmpty()
        ? "another import"
        : "%s. If it will not end, end it with: marquee runs end %d"
            .formatted(holder.get().words(), holder.get().process());
  }
}
