package org.marquee.store.access;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.access.QuotaLedger;
import org.marquee.access.UsageCounts;
import org.marquee.access.UsageLedger;
import org.marquee.access.UsageRow;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// What was used, and what was spent of monthly quotas, in PostgreSQL (`V2__usage.sql`, the table
/// `quota_spent`). Nodes add to the same rows.
public final class PostgresUsage implements UsageLedger, QuotaLedger {
  private final DataSource database;

  /// The usage in this database, whose migrations have run.
  public PostgresUsage(DataSource database) {
    this.database = database;
  }

  /// Locks the rows in an order that all nodes have. Several routes may have the same name.
  @Override
  public void add(Collection<UsageRow> rows) {
    ask(connection ->
        Sql.of(
                """
                insert into usage
                select o, k, p, h, sum(n), sum(b), sum(nm), sum(l), sum(e)
                from unnest(:organizations::text[], :keys::text[], :operations::text[],
                  :hours::timestamptz[], :requests::bigint[], :bytes::bigint[],
                  :unmodified::bigint[], :limited::bigint[], :errors::bigint[])
                  as t (o, k, p, h, n, b, nm, l, e)
                group by o, k, p, h order by o, h, k, p
                on conflict (organization, hour, key, operation) do update
                set requests = usage.requests + excluded.requests,
                  bytes = usage.bytes + excluded.bytes,
                  not_modified = usage.not_modified + excluded.not_modified,
                  limited = usage.limited + excluded.limited,
                  errors = usage.errors + excluded.errors\
                """)
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
  public List<Sum> sum(@Nullable String organization, Instant from, Instant until, By by) {
    return sum(organization, null, from, until, by);
  }

  @Override
  public List<Sum> days(String organization, String keyId, Instant from, Instant until) {
    return sum(organization, keyId, from, until, By.DAY);
  }

  private List<Sum> sum(
      @Nullable String organization, @Nullable String key, Instant from, Instant until, By by) {
    return ask(connection ->
        Sql.of(
                """
                select organization, %s as part, sum(requests)::bigint as requests,
                  sum(bytes)::bigint as bytes, sum(not_modified)::bigint as not_modified,
                  sum(limited)::bigint as limited, sum(errors)::bigint as errors
                from usage
                where hour >= :from and hour < :until
                  and (:organization::text is null or organization = :organization)
                  and (:key::text is null or key = :key)
                group by organization, part order by organization, part\
                """
                    .formatted(part(by)))
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
        rows.getString("part"),
        new UsageCounts(
            rows.getLong("requests"),
            rows.getLong("bytes"),
            rows.getLong("not_modified"),
            rows.getLong("limited"),
            rows.getLong("errors")));
  }

  /// Locks the rows in an order that all nodes have. A row without requests is only read.
  @Override
  public Map<String, Long> spend(LocalDate month, Map<String, Long> requests) {
    return ask(connection -> {
      Map<String, Long> spent = new HashMap<>();
      Sql.of(
              """
              with asked as (
                select o, n from unnest(:organizations::text[], :requests::bigint[]) as t (o, n)),
              added as (
                insert into quota_spent (organization, month, requests)
                select o, :month, n from asked where n <> 0 order by o
                on conflict (organization, month) do update
                set requests = quota_spent.requests + excluded.requests
                returning organization, requests)
              select organization, requests from added
              union all
              select organization, requests from quota_spent join asked on organization = o
              where month = :month and n = 0\
              """)
          .bind("organizations", requests.keySet())
          .bind("requests", requests.values())
          .bind("month", month)
          .list(
              connection,
              rows -> spent.put(rows.getString("organization"), rows.getLong("requests")));
      return spent;
    });
  }

  private <T> T ask(Work<T> work) {
    return Work.on(database::getConnection, PostgresAccess::failure, work);
  }
}
