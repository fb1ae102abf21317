package org.marquee.store.access;

import static java.time.ZoneOffset.UTC;
import static java.util.stream.Collectors.joining;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.access.QuotaLedger;
import org.marquee.access.QuotaState;
import org.marquee.access.usage.UsageCounts;
import org.marquee.access.usage.UsageLedger;
import org.marquee.access.usage.UsageRow;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// What was used, and what was spent of monthly quotas, in PostgreSQL (the tables `usage` and
/// `quota_spent`). Nodes add to the same rows.
public final class PostgresUsage implements UsageLedger, QuotaLedger {
  /// Notes the number of an addition, unless it is noted already.
  private static final String FIRST =
      """
      first as (
        insert into addition (writer, number) select :writer, :number where :adds
        on conflict (writer) do update set number = excluded.number, added_at = now()
        where addition.number < excluded.number returning number)
      """;

  private final DataSource database;

  /// This process, as a writer.
  private final String writer = UUID.randomUUID().toString();

  /// The usage in this database, whose migrations have run.
  public PostgresUsage(DataSource database) {
    this.database = database;
  }

  /// Locks the rows in an order that all nodes have. Several routes may have the same name.
  @Override
  public void add(long number, Collection<UsageRow> rows) {
    ask(connection ->
        Sql.of(
                "with "
                    + FIRST
                    + """
                    insert into usage
                    select o, k, p, h, sum(n), sum(b), sum(nm), sum(l), sum(e)
                    from unnest(:organizations::text[], :keys::text[], :operations::text[],
                      :hours::timestamptz[], :requests::bigint[], :bytes::bigint[],
                      :unmodified::bigint[], :limited::bigint[], :errors::bigint[])
                      as t (o, k, p, h, n, b, nm, l, e)
                    where exists (select from first)
                    group by o, k, p, h order by o, h, k, p
                    on conflict (organization, hour, key, operation) do update
                    set requests = usage.requests + excluded.requests,
                      bytes = usage.bytes + excluded.bytes,
                      not_modified = usage.not_modified + excluded.not_modified,
                      limited = usage.limited + excluded.limited,
                      errors = usage.errors + excluded.errors\
                    """)
            .bind("writer", writer + " usage")
            .bind("number", number)
            .bind("adds", true)
            .bind("organizations", rows.stream().map(UsageRow::organization).toList())
            .bind("keys", rows.stream().map(UsageRow::keyId).toList())
            .bind("operations", rows.stream().map(UsageRow::operation).toList())
            .bind("hours", rows.stream().map(UsageRow::hour).toList())
            .bind("requests", rows.stream().map(each -> each.counts().requests()).toList())
            .bind("bytes", rows.stream().map(each -> each.counts().bytes()).toList())
            .bind("unmodified", rows.stream().map(each -> each.counts().notModified()).toList())
            .bind("limited", rows.stream().map(each -> each.counts().limited()).toList())
            .bind("errors", rows.stream().map(each -> each.counts().errors()).toList())
            .run(connection));
  }

  @Override
  public List<Sum> sum(@Nullable String organization, Instant from, Instant until, By... by) {
    return sum(organization, null, from, until, List.of(by));
  }

  @Override
  public List<Sum> days(String organization, String keyId, Instant from, Instant until) {
    return sum(organization, keyId, from, until, List.of(By.DAY));
  }

  private List<Sum> sum(
      @Nullable String organization,
      @Nullable String key,
      Instant from,
      Instant until,
      List<By> by) {
    return ask(connection ->
        Sql.of(
                """
                select organization, array[%s]::text[] as parts, sum(requests)::bigint as requests,
                  sum(bytes)::bigint as bytes, sum(not_modified)::bigint as not_modified,
                  sum(limited)::bigint as limited, sum(errors)::bigint as errors
                from usage
                where hour >= :from and hour < :until
                  and (:organization::text is null or organization = :organization)
                  and (:key::text is null or key = :key)
                group by organization, parts order by organization, parts\
                """
                    .formatted(by.stream().map(PostgresUsage::part).collect(joining(", "))))
            .bind("from", from)
            .bind("until", until)
            .bind("organization", organization)
            .bind("key", key)
            .list(connection, PostgresUsage::sum));
  }

  private static String part(By by) {
    return switch (by) {
      case ORGANIZATION -> "''";
      case DAY -> "to_char(hour at time zone 'UTC', 'YYYY-MM-DD')";
      case KEY -> "key";
      case OPERATION -> "operation";
    };
  }

  private static Sum sum(ResultSet rows) throws SQLException {
    return new Sum(
        rows.getString("organization"),
        List.of((String[]) rows.getArray("parts").getArray()),
        new UsageCounts(
            rows.getLong("requests"),
            rows.getLong("bytes"),
            rows.getLong("not_modified"),
            rows.getLong("limited"),
            rows.getLong("errors")));
  }

  /// Locks the rows in an order that all nodes have. A row without requests is only read.
  @Override
  public Map<String, Long> spend(long number, LocalDate month, Map<String, Long> requests) {
    return ask(connection -> {
      Map<String, Long> spent = new HashMap<>();
      Sql.of(
              "with "
                  + FIRST
                  + """
                  , asked as (
                    select o, n from unnest(:organizations::text[], :requests::bigint[]) as t (o, n)),
                  added as (
                    insert into quota_spent (organization, month, requests)
                    select o, :month, n from asked where n <> 0 and exists (select from first) order by o
                    on conflict (organization, month) do update
                    set requests = quota_spent.requests + excluded.requests
                    returning organization, requests)
                  select organization, requests from added
                  union all
                  select organization, requests from quota_spent join asked on organization = o
                  where month = :month and (n = 0 or not exists (select from first))\
                  """)
          .bind("writer", writer + " quota")
          .bind("number", number)
          .bind("adds", requests.values().stream().anyMatch(each -> each != 0))
          .bind("organizations", requests.keySet())
          .bind("requests", requests.values())
          .bind("month", month)
          .list(
              connection,
              rows -> spent.put(rows.getString("organization"), rows.getLong("requests")));
      return spent;
    });
  }

  /// What is used and left now of the quota of each organization that has one, by name.
  public Map<String, QuotaState> quotas(Instant now) {
    LocalDate month = LocalDate.ofInstant(now, UTC).withDayOfMonth(1);
    Map<String, QuotaState> quotas = new TreeMap<>();
    ask(connection ->
        Sql.of(
                """
                select e.organization, p.monthly_quota, greatest(p.monthly_quota - coalesce(q.requests, 0), 0) as remaining
                from entitlement e join plan p on p.name = e.plan
                left join quota_spent q on q.organization = e.organization and q.month = :month
                where p.monthly_quota is not null
                  and e.valid_from <= :now and (e.valid_until is null or e.valid_until > :now)\
                """)
            .bind("month", month)
            .bind("now", now)
            .list(
                connection,
                rows ->
                    quotas.put(
                        rows.getString("organization"),
                        new QuotaState(
                            rows.getLong("monthly_quota"),
                            rows.getLong("remaining"),
                            month.plusMonths(1).atStartOfDay(UTC).toInstant()))));
    return quotas;
  }

  private <T> T ask(Work<T> work) {
    return Work.on(database::getConnection, PostgresAccess::failure, work);
  }
}
