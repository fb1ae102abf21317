package org.marquee.store.run;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Reads what the operator's page shows: the days of each provider, the latest runs, the nodes.
public final class PostgresOperations {
  private final Database database;

  public PostgresOperations(Database database) {
    this.database = database;
  }

  /// An import that ended.
  ///
  /// @param undoes the run that it took back; null: it is an import
  /// @param last whether it is the latest of its provider that was not undone; of those that were
  ///   applied, the latest of these
  /// @param read how many of its showtimes, or of other records where it has none, were read
  public record Run(
      String id,
      String provider,
      Instant endedAt,
      String outcome,
      @Nullable String undoes,
      boolean last,
      long read,
      long published,
      long refused) {}

  /// How many showtimes of each provider start on each day of their cinema, from one day up to but
  /// not including another. Those that people have hidden do not count.
  public Map<String, Map<LocalDate, Long>> days(LocalDate from, LocalDate until) {
    Map<String, Map<LocalDate, Long>> all = new HashMap<>();
    ask(connection -> {
      Sql.of(
              """
              select p.name, s.day, s.number from (
                select provider_id, (starts_at at time zone 'UTC' + offset_minutes * interval '1 minute')::date as day,
                  count(*) as number
                from provider_showtime l
                where not exists (select from showtime h where h.id = coalesce(l.record_id, l.id) and h.hidden)
                  and starts_at >= :from::date - interval '1 day' and starts_at < :until::date + interval '1 day'
                group by 1, 2) s join provider p on p.id = s.provider_id
              where s.day >= :from::date and s.day < :until::date\
              """)
          .bind("from", from.toString())
          .bind("until", until.toString())
          .each(
              connection,
              row ->
                  all.computeIfAbsent(row.getString("name"), _ -> new HashMap<>())
                      .put(row.getObject("day", LocalDate.class), row.getLong("number")));
      return all;
    });
    return all;
  }

  /// The latest runs, the latest first.
  public List<Run> runs(int most) {
    return ask(connection ->
        Sql.of(
                """
                select r.id, r.provider, r.ended_at, r.outcome, r.undoes, not exists (
                  select from run l where l.provider = r.provider and l.started_at > r.started_at
                    and l.undoes is null and l.outcome <> 'undone'
                    and (l.outcome = 'applied' or r.outcome <> 'applied')) as last,
                  (lines ->> 'read')::bigint as read, (lines ->> 'refused')::bigint as refused,
                  (r.report #>> '{verdict,published}')::bigint as published
                from run r cross join lateral (select r.report -> 'lines'
                  -> case r.report #>> '{lines,showtime,read}' when '0' then 'total' else 'showtime' end as lines) l
                order by r.started_at desc, r.id desc limit :most\
                """)
            .bind("most", most)
            .list(
                connection,
                row ->
                    new Run(
                        row.getString("id"),
                        row.getString("provider"),
                        Sql.instant(row, "ended_at"),
                        row.getString("outcome"),
                        row.getString("undoes"),
                        row.getBoolean("last"),
                        row.getLong("read"),
                        row.getLong("published"),
                        row.getLong("refused"))));
  }

  /// How long ago each node of this database was seen.
  public List<Duration> nodes() {
    return ask(connection ->
        Sql.of(
                """
                select (extract(epoch from clock_timestamp() - seen) * 1000)::bigint as millis
                from rate_node where seen > clock_timestamp() - interval '5 seconds' order by node\
                """)
            .list(connection, row -> Duration.ofMillis(Math.max(0, row.getLong("millis")))));
  }

  private <T> T ask(Work<T> work) {
    return Work.on(database.reserve()::getConnection, Outage::whileReading, work);
  }
}
