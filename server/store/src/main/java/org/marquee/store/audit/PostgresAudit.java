package org.marquee.store.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.json.JsonTree;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Reads who changed what ([Audit]).
public final class PostgresAudit {
  private final Database database;

  public PostgresAudit(Database database) {
    this.database = database;
  }

  /// One change.
  ///
  /// @param action such as `key.revoke`
  /// @param record its name or id
  /// @param before columns and values; null: there was none
  /// @param after null: there is none any more
  public record Entry(
      Instant at,
      String action,
      String record,
      Actor actor,
      @Nullable Map<String, @Nullable Object> before,
      @Nullable Map<String, @Nullable Object> after) {}

  /// The changes since then, the oldest first.
  public List<Entry> since(Instant since) {
    return Work.on(
        database.reserve()::getConnection,
        Outage::whileReading,
        connection ->
            Sql.of("select * from audit where at >= :since order by id")
                .bind("since", since)
                .list(connection, PostgresAudit::entry));
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        Sql.instant(row, "at"),
        row.getString("action"),
        row.getString("record"),
        new Actor(
            row.getString("actor"),
            row.getString("token"),
            row.getString("host"),
            row.getString("via")),
        members(row.getString("before")),
        members(row.getString("after")));
  }

  private static @Nullable Map<String, @Nullable Object> members(@Nullable String json) {
    return json == null ? null : JsonTree.object(JsonTree.own(json));
  }
}
