package org.marquee.store;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.notice.JsonReport;
import org.marquee.notice.Report;

/// What is stored, as imports see it: each feed gets a connection of its own.
public final class PostgresLedger implements Ledger {
  private final Database database;

  public PostgresLedger(Database database) {
    this.database = database;
  }

  @Override
  public Staging stage(String provider, FeedHeader header) {
    try {
      Connection connection = database.connect();
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
    StringWriter json = new StringWriter();
    try (Connection connection = database.pool().getConnection()) {
      JsonReport.write(report, json);
      Sql.of(
              """
              insert into run (id, provider, format, started_at, ended_at, outcome, mode, observed_at, revision, report)
              values (:id, :provider, :format, :started, :ended, :outcome, :mode, :observed::timestamptz,
                :revision::bigint, :report::jsonb)
              """)
          .bind("id", report.run())
          .bind("provider", report.provider())
          .bind("format", report.format())
          .bind("started", report.startedAt())
          .bind("ended", report.endedAt())
          .bind("outcome", report.result().word())
          .bind("mode", report.mode())
          .bind("observed", report.observedAt())
          .bind("revision", report.revision())
          .bind("report", json.toString())
          .run(connection);
    } catch (SQLException e) {
      throw new LedgerUnavailable(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
