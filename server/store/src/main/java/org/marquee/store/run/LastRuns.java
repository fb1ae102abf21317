package org.marquee.store.run;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.ingest.Sources.Failing;
import org.marquee.ingest.Sources.Run;
import org.marquee.store.reconcile.link.Providers;
import org.marquee.store.sql.Sql;

/// What became of the feeds of a provider's last collection, or of its last import where that came
/// later.
///
/// @param run the latest, or of several feeds one that failed; null: none is remembered
/// @param feeds how many there were
/// @param failing the feeds that could not be fetched, that were refused, or of which many
///   showtimes were refused, by name
/// @param listed how many showtimes they list
record LastRuns(@Nullable Run run, int feeds, List<Failing> failing, long listed) {
  static final LastRuns NONE = new LastRuns(null, 0, List.of(), 0);

  private static final String OF_EACH_FEED =
      """
      select n.provider, f.id, f.ended_at, f.outcome, f.feed, f.outcome in ('refused', 'failed') as failing,
        (f.report -> 'refusal' ->> 'code') || coalesce(': ' || (f.report -> 'refusal' ->> 'detail'), '') as refusal,
        case when f.outcome = 'applied'
          then (f.report #>> '{lines,showtime,read}')::bigint - (f.report #>> '{lines,showtime,withdrawn}')::bigint
          end as listed,
        case when f.outcome = 'applied'
          and ((f.report #>> '{lines,showtime,refused}')::bigint * 10 > (f.report #>> '{verdict,listed}')::bigint
            or f.report -> 'notices' @> '[{"code": "PROGRAMME_REFUSED"}]') then (
          select format('%s%s, first at %s', notice ->> 'code',
            case when f.report #>> '{lines,showtime,refused}' <> '0' then format(': %s of %s. The commonest reason',
              f.report #>> '{lines,showtime,refused}', f.report #>> '{verdict,listed}') end, notice #>> '{examples,0,place}')
          from jsonb_array_elements(f.report -> 'notices') notice
          where notice ->> 'code' <> 'TIME_ZONE_WRONG'
          order by notice ->> 'severity' = 'ERROR' desc, (notice ->> 'count')::bigint desc limit 1) end as losses
      from (select distinct provider from run) n
      left join collected c on c.provider = n.provider
      cross join lateral (
        -- Of one collection, the last run of each of its feeds; else the last of all.
        select distinct on (case when r.started_at >= c.begun_at then r.report #>> '{files,0,name}' end)
          r.*, r.report #>> '{files,0,name}' as feed
        from run r where r.provider = n.provider and r.started_at >= least(c.begun_at, (
          select max(o.started_at) from run o where o.provider = n.provider))
        order by case when r.started_at >= c.begun_at then r.report #>> '{files,0,name}' end,
          r.started_at desc, r.id desc) f
      order by f.outcome in ('refused', 'failed') desc, f.started_at desc, f.id desc
      """;

  /// The runs shown here, and each provider's last two imports, which undoing needs.
  private static final String NEEDED =
      """
      select id from (%s) shown
      union
      select id from (
        select id, row_number() over (partition by provider order by started_at desc, id desc) as place
        from run where outcome = 'applied' and undoes is null) r
      where place <= 2
      """
          .formatted(OF_EACH_FEED);

  static List<String> needed(Connection connection) throws SQLException {
    return Sql.of(NEEDED).list(connection, rows -> rows.getString("id"));
  }

  LastRuns {
    failing = failing.stream().sorted(Comparator.comparing(Failing::feed)).toList();
  }

  /// The last runs of each provider that has any.
  static Map<String, LastRuns> of(Connection connection) throws SQLException {
    Map<String, LastRuns> runs = new HashMap<>();
    Sql.of(OF_EACH_FEED)
        .each(connection, row -> runs.merge(row.getString("provider"), ofFeed(row), LastRuns::and));
    return runs;
  }

  /// The ids of the providers that had showtimes and have none now. Those that list only films or
  /// cinemas never had a showtime, and are not among them. What `house` adds by hand may go again.
  static Set<Integer> emptied(Connection connection, Set<Integer> having) throws SQLException {
    return Set.copyOf(
        Sql.of(
                """
                select p.id from provider p
                where p.name <> '%s' and p.id <> all (:having::integer[]) and exists (
                  select from run r cross join lateral (select r.report #> '{lines,showtime}' as shows) s
                  where r.provider = p.name and r.outcome = 'applied' and r.undoes is null
                    and (shows ->> 'added')::bigint + (shows ->> 'changed')::bigint + (shows ->> 'unchanged')::bigint
                      + (shows ->> 'merged')::bigint + (shows ->> 'noLongerListed')::bigint > 0)
                """
                    .formatted(Providers.HOUSE))
            .bind("having", having)
            .list(connection, rows -> rows.getInt("id")));
  }

  private LastRuns and(LastRuns next) {
    return new LastRuns(
        run,
        feeds + next.feeds,
        Stream.concat(failing.stream(), next.failing.stream()).toList(),
        listed + next.listed);
  }

  private static LastRuns ofFeed(ResultSet row) throws SQLException {
    String refusal = row.getString("refusal");
    Run run =
        new Run(
            row.getString("id"), Sql.instant(row, "ended_at"), row.getString("outcome"), refusal);
    String losses = row.getString("losses");
    Failing failing =
        new Failing(
            Objects.requireNonNullElse(row.getString("feed"), ""),
            run.id(),
            run.result(),
            Objects.requireNonNullElse(losses == null ? refusal : losses, ""));
    return new LastRuns(
        run,
        1,
        row.getBoolean("failing") || losses != null ? List.of(failing) : List.of(),
        row.getLong("listed"));
  }
}
