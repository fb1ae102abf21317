package org.marquee.store.reconcile;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.marquee.notice.JsonReport;
import org.marquee.notice.Report;
import org.marquee.store.sql.Sql;

/// The table `run`: what became of each run.
final class History {
  private History() {}

  /// Writes a run down. One that is there already was applied, and has come to its end since.
  static void write(Connection connection, Report report) throws SQLException {
    Sql.of(
            """
            insert into run (id, provider, format, started_at, ended_at, outcome, mode, observed_at, revision, report)
            values (:id, :provider, :format, :started, :ended, :outcome, :mode, :observed::timestamptz,
              :revision::bigint, :report::jsonb)
            on conflict (id) do update set ended_at = excluded.ended_at, report = excluded.report
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
        .bind("report", json(report))
        .run(connection);
  }

  private static String json(Report report) {
    StringWriter json = new StringWriter();
    try {
      JsonReport.write(report, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter throws none
    }
    return json.toString();
  }
}
