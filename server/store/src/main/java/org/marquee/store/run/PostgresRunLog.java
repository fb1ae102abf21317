package org.marquee.store.run;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.ingest.RunLog;
import org.marquee.listing.SourceTerms;
import org.marquee.store.audit.Audit;
import org.marquee.store.reconcile.link.Providers;
import org.marquee.store.reconcile.link.Relinking;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// The history of runs and collections, and who collects: one short statement each, but for a rank
/// or a lateness that changes.
public final class PostgresRunLog implements RunLog {
  private static final String RUN =
      """
      select id, provider, outcome, observed_at, revision, undoes, coalesce(jsonb_path_query_first(report,
        '$.notices[*] ? (@.code == "CINEMA_KEPT").count')::bigint, 0) as kept
      from run\s
      """;

  private final Database database;

  public PostgresRunLog(Database database) {
    this.database = database;
  }

  @Override
  public Map<String, Instant> lastCollected() {
    return ask(connection -> {
      Map<String, Instant> all = new HashMap<>();
      Sql.of("select provider, begun_at from collected")
          .each(
              connection,
              rows -> all.put(rows.getString("provider"), Sql.instant(rows, "begun_at")));
      return all;
    });
  }

  @Override
  public void collected(String provider, Instant begun, Instant ended) {
    ask(connection ->
        Sql.of(
                """
                insert into collected (provider, begun_at, ended_at) values (:provider, :begun, :ended)
                on conflict (provider) do update
                set begun_at = excluded.begun_at, ended_at = excluded.ended_at
                where collected.begun_at < excluded.begun_at or collected.begun_at > excluded.ended_at
                """)
            .bind("provider", provider)
            .bind("begun", begun)
            .bind("ended", ended)
            .run(connection));
  }

  @Override
  public void ranked(String provider, int rank) {
    give(
        "ranking of " + provider,
        connection -> Providers.rank(connection, new Audit(database.actor()), provider, rank));
  }

  @Override
  public void lateAfter(String provider, @Nullable Duration after) {
    give(
        "lateness of " + provider,
        connection ->
            Providers.lateAfter(connection, new Audit(database.actor()), provider, after));
  }

  @Override
  public void terms(String provider, SourceTerms terms) {
    give(
        "terms of " + provider,
        connection -> PostgresTerms.note(connection, new Audit(database.actor()), provider, terms));
  }

  @Override
  public void titled(List<String> languages) {
    give("languages of titles", connection -> Relinking.wantTitles(connection, languages));
  }

  private interface Giving {
    void on(Connection connection) throws SQLException;
  }

  /// Changes what may make a revision, in its turn.
  private void give(String purpose, Giving giving) {
    Work.on(
        () -> database.connect(purpose),
        LedgerUnavailable::new,
        connection -> {
          giving.on(connection);
          return purpose;
        });
  }

  @Override
  public Set<String> needed() {
    return ask(connection -> Set.copyOf(LastRuns.needed(connection)));
  }

  @Override
  public boolean remembersChangesOf(long revision) {
    return ask(connection ->
        Sql.of("select count(*) from revision where changes_after < :revision")
                .bind("revision", revision)
                .number(connection)
            > 0);
  }

  @Override
  public Optional<Run> run(String id) {
    return ask(connection ->
        Sql.of(RUN + "where id = :id").bind("id", id).first(connection, PostgresRunLog::run));
  }

  @Override
  public List<Run> runs(String provider) {
    return ask(connection ->
        Sql.of(RUN + "where provider = :provider order by started_at desc, id desc")
            .bind("provider", provider)
            .list(connection, PostgresRunLog::run));
  }

  private static Run run(ResultSet rows) throws SQLException {
    return new Run(
        rows.getString("id"),
        rows.getString("provider"),
        rows.getString("outcome"),
        Sql.instantOrNull(rows, "observed_at"),
        rows.getObject("revision", Long.class),
        rows.getString("undoes"),
        rows.getLong("kept"));
  }

  @Override
  public void undone(String undone, String by) {
    ask(connection ->
        Sql.of(
                """
                update run set outcome = case id when :undone then 'undone' else outcome end,
                  undoes = case id when :by then :undone::text else undoes end
                where id in (:undone, :by)
                """)
            .bind("undone", undone)
            .bind("by", by)
            .run(connection));
  }

  /// The clock is the database's, the same for all. A lease that ends far later than a new one
  /// would was taken while that clock was ahead.
  @Override
  public boolean hold(String lease, String holder, Duration length) {
    return ask(connection ->
        Sql.of(
                """
                insert into lease (name, holder, expires)
                values (:name, :holder, clock_timestamp() + :millis * interval '1 millisecond')
                on conflict (name) do update set holder = excluded.holder, expires = excluded.expires
                where lease.holder = excluded.holder or lease.expires < clock_timestamp()
                  or lease.expires > clock_timestamp() + 2 * :millis * interval '1 millisecond'
                """)
            .bind("name", lease)
            .bind("holder", holder)
            .bind("millis", length.toMillis())
            .run(connection))
        == 1;
  }

  @Override
  public void release(String lease, String holder) {
    ask(connection ->
        Sql.of("delete from lease where name = :name and holder = :holder")
            .bind("name", lease)
            .bind("holder", holder)
            .run(connection));
  }

  private <T> T ask(Work<T> work) {
    return Work.on(database.reserve()::getConnection, LedgerUnavailable::new, work);
  }
}
