package org.marquee.store.reconcile;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.evidence.KnownFilm;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.notice.JsonReport;
import org.marquee.notice.Report;
import org.marquee.store.audit.Audit;
import org.marquee.store.reconcile.publish.SourceTrouble;
import org.marquee.store.sql.ActiveSessions;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;
import org.marquee.title.Titles;

/// The stored listings as imports see them. Each feed gets a connection of its own.
public final class PostgresLedger implements Ledger {
  private final Database database;

  public PostgresLedger(Database database) {
    this.database = database;
  }

  @Override
  public Staging stage(String run, String provider, String feed, FeedHeader header) {
    return PostgresStaging.open(
        () -> database.connectAgain(ActiveSessions.importing(run, provider)),
        provider,
        feed,
        header,
        new Audit(database.actor()),
        (_, _) -> {},
        database::giveBack);
  }

  /// A title counts while it is shown, or listed without showings, as in a catalogue: one that was
  /// last shown long ago is no evidence for what is shown now.
  @Override
  public Map<String, List<KnownFilm>> titlesOfOthers(String provider, Set<String> keys) {
    Map<String, List<KnownFilm>> listed = new HashMap<>();
    Work.on(
        database.pool()::getConnection,
        LedgerUnavailable::new,
        connection ->
            Sql.of(
                    """
                    select w.title_key, w.title_name, w.title, w.directors, w.duration_minutes, w.ext_catalog_a_id, w.ext_catalog_b_id,
                      w.bracket
                    from film_source w join provider p on p.id = w.provider_id
                    where p.name <> :provider and (w.title_key = any(string_to_array(:keys, chr(10)))
                      or w.bracket is not null and w.title_name = any(string_to_array(:keys, chr(10)))) and (
                      not exists (select from showtime s where s.film_id = w.record_id)
                      or exists (select from showtime s
                        where s.film_id = w.record_id and s.starts_at > now() - interval '30 days'))
                    """)
                .bind("provider", provider)
                .bind("keys", String.join("\n", keys))
                .each(
                    connection,
                    rows -> {
                      if (Titles.clean(rows.getString("title")).doubt() == null) {
                        String key = rows.getString("title_key");
                        listed
                            .computeIfAbsent(
                                keys.contains(key) ? key : rows.getString("title_name"),
                                _ -> new ArrayList<>())
                            .add(known(rows));
                      }
                    }));
    return listed;
  }

  private static KnownFilm known(ResultSet rows) throws SQLException {
    String directors = rows.getString("directors");
    return new KnownFilm(
        directors == null ? List.of() : List.of(directors),
        rows.getObject("duration_minutes", Integer.class),
        rows.getString("ext_catalog_a_id"),
        rows.getString("ext_catalog_b_id"),
        rows.getString("bracket"));
  }

  @Override
  public void remember(Report report) {
    boolean isTrouble =
        Work.on(
            database.pool()::getConnection,
            LedgerUnavailable::new,
            connection -> {
              write(connection, report);
              return SourceTrouble.isNews(connection, report);
            });
    if (isTrouble) {
      // On a connection that waits for imports, as everything that makes a revision does.
      Work.on(
          () -> database.connect("trouble of " + report.provider()),
          LedgerUnavailable::new,
          connection -> SourceTrouble.note(connection, report));
    }
  }

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
