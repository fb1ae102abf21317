package org.marquee.store.run;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.SourceStatement;
import org.marquee.ingest.Sources;
import org.marquee.json.JsonObject;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Revision;
import org.marquee.store.audit.Audit;
import org.marquee.store.audit.Audited;
import org.marquee.store.reconcile.link.Providers;
import org.marquee.store.reconcile.link.Relinking;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// The state of the sources, counted when asked. On connections of its own: counting and removing
/// may take longer than a reader may, and must not take a reader's place.
public final class PostgresSources implements Sources {
  private static final int LONGEST_SILENCE_MILLIS = 10_000;

  /// What is kept of a provider beside its records and its runs.
  private static final List<String> BESIDE_RECORDS =
      List.of(
          "programme",
          "held_back",
          "release_due",
          "guarded",
          "source_trouble",
          "rekeyed",
          "key_collision");

  private final Database database;
  private volatile @Nullable Counted counted;

  public PostgresSources(Database database) {
    this.database = database;
  }

  /// Every provider; a database that is silent for longer than ten seconds is away.
  @Override
  public List<Source> list() {
    try (Connection connection = database.connect()) {
      connection.setNetworkTimeout(Runnable::run, LONGEST_SILENCE_MILLIS);
      Map<String, List<Guarded>> guarded = guarded(connection);
      Map<String, LastRuns> runs = LastRuns.of(connection);
      Counted showtimes = showtimes(connection);
      return Sql.of(
              """
              select n.name, p.last_feed_at,
                (select count(*) from chain r where r.provider_id = p.id) as chain,
                (select count(*) from cinema_source r where r.provider_id = p.id) as cinema,
                (select count(*) from film_source r where r.provider_id = p.id) as film,
                (select count(*) from screen r where r.provider_id = p.id) as screen,
                case when n.name <> '%s' and n.name not in (select provider from never_renewed)
                  then coalesce((select seconds from lateness l where l.provider = n.name), %d) end as late_after,
                p.id, (select count(*) from held_back h where h.provider_id = p.id) as held_back,
                (select count(*) from cinema_source r join cinema c on c.id = r.record_id
                  where r.provider_id = p.id and r.missing_postcode is not null and c.postcode_missing)
                  as missing_postcodes,
                t.attribution, t.attribution_url, t.licence, t.licence_url
              from (select name from provider union select provider from run) n
              left join provider p on p.name = n.name
              left join source_terms t on t.provider = n.name
              order by n.name
              """
                  .formatted(Providers.HOUSE, SourceStatement.LATE.toSeconds()))
          .list(connection, rows -> source(rows, guarded, runs, showtimes));
    } catch (SQLException e) {
      throw new ListingsUnavailable("the sources cannot be read: " + Outage.why(e), e);
    }
  }

  @Override
  public List<Ended> endedSince(Instant since) {
    return Work.on(
        database.reserve()::getConnection,
        e -> new ListingsUnavailable("the history cannot be read: " + Outage.why(e), e),
        connection ->
            // No import takes a day; the index is on the beginning.
            Sql.of(
                    """
                    select id, provider, ended_at, outcome,
                      array(select n ->> 'code' from jsonb_path_query(report, '$.notices[*]') n) as codes,
                      array(select (n ->> 'count')::bigint from jsonb_path_query(report, '$.notices[*]') n) as counts
                    from run where ended_at >= :since and started_at >= :since - interval '1 day'
                    order by ended_at
                    """)
                .bind("since", since)
                .list(connection, PostgresSources::ended));
  }

  private static Ended ended(ResultSet rows) throws SQLException {
    String[] codes = (String[]) rows.getArray("codes").getArray();
    Long[] counts = (Long[]) rows.getArray("counts").getArray();
    Map<String, Long> notices = new HashMap<>();
    for (int at = 0; at < codes.length; at++) {
      notices.merge(codes[at], counts[at], Long::sum);
    }
    return new Ended(
        rows.getString("id"),
        rows.getString("provider"),
        Sql.instant(rows, "ended_at"),
        rows.getString("outcome"),
        notices);
  }

  /// The showtimes of a provider.
  ///
  /// @param horizon when the last of them starts
  private record Programme(long showtimes, Instant horizon) {}

  /// @param emptied the providers that had showtimes and have none now
  private record Counted(
      Revision revision, Map<Integer, Programme> programmes, Set<Integer> emptied) {}

  /// All showtimes are gone through, a third of a second for a million: once for each revision.
  private Counted showtimes(Connection connection) throws SQLException {
    // What is counted is this revision or a later one; if later, it is counted again next time.
    Revision revision = Revisions.current(connection);
    Counted last = counted;
    if (last != null && last.revision().equals(revision)) {
      return last;
    }
    Map<Integer, Programme> programmes = new HashMap<>();
    Sql.of(
            "select provider_id, count(*) as number, max(starts_at) as horizon from"
                + " provider_showtime group by provider_id")
        .each(
            connection,
            row ->
                programmes.put(
                    row.getInt("provider_id"),
                    new Programme(row.getLong("number"), Sql.instant(row, "horizon"))));
    Counted now =
        new Counted(revision, programmes, LastRuns.emptied(connection, programmes.keySet()));
    counted = now;
    return now;
  }

  private static Map<String, List<Guarded>> guarded(Connection connection) throws SQLException {
    Map<String, List<Guarded>> guarded = new HashMap<>();
    Sql.of(
            """
            select p.name as provider, c.id, c.name, g.reason, g.since
            from guarded g join provider p on p.id = g.provider_id join cinema c on c.id = g.cinema_id
            order by c.sort_key, c.id
            """)
        .each(
            connection,
            rows ->
                guarded
                    .computeIfAbsent(rows.getString("provider"), _ -> new ArrayList<>())
                    .add(
                        new Guarded(
                            rows.getString("id"),
                            rows.getString("name"),
                            rows.getString("reason"),
                            Sql.instant(rows, "since"))));
    return guarded;
  }

  private static Source source(
      ResultSet rows,
      Map<String, List<Guarded>> guarded,
      Map<String, LastRuns> runs,
      Counted counted)
      throws SQLException {
    @Nullable Programme programme = counted.programmes().get(rows.getInt("id"));
    Map<Kind, Long> records = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      if (kind != Kind.SHOWTIME) {
        records.put(kind, rows.getLong(kind.word()));
      }
    }
    records.put(Kind.SHOWTIME, programme == null ? 0 : programme.showtimes());
    String name = rows.getString("name");
    LastRuns last = runs.getOrDefault(name, LastRuns.NONE);
    Long lateAfter = rows.getObject("late_after", Long.class);
    return new Source(
        name,
        records,
        rows.getLong("held_back"),
        rows.getLong("missing_postcodes"),
        guarded.getOrDefault(name, List.of()),
        Sql.instantOrNull(rows, "last_feed_at"),
        programme == null ? null : programme.horizon(),
        last.run(),
        last.feeds(),
        last.failing(),
        last.listed(),
        lateAfter == null ? null : Duration.ofSeconds(lateAfter),
        PostgresTerms.terms(rows),
        counted.emptied().contains(rows.getInt("id")));
  }

  @Override
  public Optional<Map<Kind, Long>> remove(String provider) {
    return Work.on(
        () -> database.connect("removal of " + provider),
        e -> new ListingsUnavailable("the provider cannot be removed: " + Outage.why(e), e),
        connection ->
            Revisions.change(
                connection,
                () -> {
                  Optional<Map<Kind, Long>> removed = remove(connection, provider);
                  if (removed.isPresent()) {
                    JsonObject records = new JsonObject();
                    removed.get().forEach((kind, count) -> records.with(kind.word(), count));
                    String before = JsonObject.of("records", records).toString();
                    new Audit(database.actor())
                        .note(connection, Audited.PROVIDER_REMOVE, provider, before, null);
                  }
                  return removed;
                },
                Optional::isPresent));
  }

  private static Optional<Map<Kind, Long>> remove(Connection connection, String provider)
      throws SQLException {
    long runs =
        Sql.of("delete from run where provider = :name").bind("name", provider).run(connection);
    Optional<Integer> id =
        Sql.of("select id from provider where name = :name")
            .bind("name", provider)
            .first(connection, row -> row.getInt(1));
    if (id.isEmpty() && runs == 0) {
      return Optional.empty();
    }
    Relinking relinking = Relinking.begin(connection);
    Map<Kind, Long> removed = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      removed.put(kind, id.isEmpty() ? 0L : delete(connection, kind, id.get()));
    }
    if (id.isPresent()) {
      relinking.run();
      for (String table : BESIDE_RECORDS) {
        delete(connection, table, id.get());
      }
      Sql.of("delete from provider where id = :id").bind("id", id.get()).run(connection);
    }
    return Optional.of(removed);
  }

  /// What is made of words loses those of the provider, and with the last one goes.
  private static long delete(Connection connection, Kind kind, int provider) throws SQLException {
    if (kind == Kind.SHOWTIME) {
      return Sql.of(
              """
              with alone as (delete from showtime where provider_id = :provider and merged is null returning id),
              shared as (delete from showtime_source where provider_id = :provider returning record_id),
              gone as (insert into left_record select 'showtime', record_id from shared)
              select (select count(*) from alone) + (select count(*) from shared)
              """)
          .bind("provider", provider)
          .number(connection);
    }
    if (kind != Kind.FILM && kind != Kind.CINEMA) {
      return delete(connection, kind.word(), provider);
    }
    return Sql.of(
            """
            with gone as (delete from %1$s_source where provider_id = :provider returning record_id)
            insert into left_record select '%1$s', record_id from gone
            """
                .formatted(kind.word()))
        .bind("provider", provider)
        .run(connection);
  }

  private static long delete(Connection connection, String table, int provider)
      throws SQLException {
    return Sql.of("delete from " + table + " where provider_id = :provider")
        .bind("provider", provider)
        .run(connection);
  }
}
