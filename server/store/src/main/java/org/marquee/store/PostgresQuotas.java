package org.marquee.store;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.marquee.access.QuotaLedger;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// What was spent of monthly quotas, in PostgreSQL (the table `quota_spent`).
public final class PostgresQuotas implements QuotaLedger {
  private final DataSource database;

  /// The quotas in this database, whose migrations have run.
  public PostgresQuotas(DataSource database) {
    this.database = database;
  }

  /// Locks the rows in an order that all nodes have. A row without requests is only read.
  @Override
  public Map<String, Long> spend(LocalDate month, Map<String, Long> requests) {
    List<Map.Entry<String, Long>> all = List.copyOf(requests.entrySet());
    return Work.on(
        database::getConnection,
        PostgresAccess::failure,
        connection -> {
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
              .bind(
                  "organizations",
                  connection.createArrayOf("text", all.stream().map(Map.Entry::getKey).toArray()))
              .bind(
                  "requests",
                  connection.createArrayOf(
                      "bigint", all.stream().map(Map.Entry::getValue).toArray()))
              .bind("month", month)
              .list(
                  connection,
                  rows -> spent.put(rows.getString("organization"), rows.getLong("requests")));
          return spent;
        });
  }
}
