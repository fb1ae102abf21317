package org.marquee.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.store.sql.Database;

/// The clock of the database, which is the same for all nodes and commands (docs/decisions/0177).
/// Each look asks the database; it throws [LedgerUnavailable] if that cannot be reached.
public final class DatabaseClock implements InstantSource {
  private final Database database;

  public DatabaseClock(Database database) {
    this.database = database;
  }

  @Override
  public Instant instant() {
    try (Connection connection = database.pool().getConnection()) {
      return AccessRows.now(connection);
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
  }
}
