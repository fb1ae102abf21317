package org.marquee.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.notice.Report;

/// What is stored, as imports see it: each feed gets a connection of its own.
public final class PostgresLedger implements Ledger {
  private final Database database;

  public PostgresLedger(Database database) {
    this.database = database;
  }

  @Override
  public Staging stage(String run, String provider, FeedHeader header) {
    try {
      Connection connection = database.connect(Sessions.importing(run, provider));
      try {
        return PostgresStaging.open(connection, provider, header);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
  }

  @Override
  public void remember(Report report) {
    try (Connection connection = database.pool().getConnection()) {
      History.write(connection, report);
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    }
  }
}
