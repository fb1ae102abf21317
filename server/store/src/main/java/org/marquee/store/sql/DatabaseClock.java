package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.marquee.ingest.LedgerUnavailable;

/// The clock of the database, which is the same for all nodes and commands (docs/decisions/0167).
///
/// Each look asks the database. While that cannot be reached, the time goes on from the last look:
/// an import that is stored must not fail for want of the time in its report. Safe for many
/// threads.
public final class DatabaseClock implements InstantSource {
  private final Database database;
  private volatile @Nullable Look last;

  /// @param nanos of [System#nanoTime], when the answer was here
  private record Look(Instant time, long nanos) {
    Instant now() {
      return time.plusNanos(System.nanoTime() - nanos);
    }
  }

  public DatabaseClock(Database database) {
    this.database = database;
  }

  /// The time.
  ///
  /// @throws LedgerUnavailable if the database cannot be reached, and never could
  @Override
  public Instant instant() {
    try (Connection connection = database.pool().getConnection()) {
      Instant time = now(connection);
      last = new Look(time, System.nanoTime());
      return time;
    } catch (SQLException e) {
      Look before = last;
      if (before == null) {
        throw new LedgerUnavailable(e);
      }
      return before.now();
    }
  }

  /// The time of the database, on a connection of the caller's.
  public static Instant now(Connection connection) throws SQLException {
    return Sql.of("select clock_timestamp() as now")
        .first(connection, rows -> Sql.instant(rows, "now"))
        .orElseThrow();
  }
}
