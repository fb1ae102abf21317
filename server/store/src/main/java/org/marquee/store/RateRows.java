package org.marquee.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.marquee.access.BucketId;
import org.marquee.access.Rate;
import org.marquee.access.SharedBucket;
import org.marquee.access.SharedBucket.Share;
import org.marquee.store.sql.Sql;

/// Reads and writes the rows of nodes and of shared token buckets, on a connection of the caller's.
final class RateRows {
  /// A node that gave no sign for so long is gone; the others get what it held.
  private static final String GONE = "interval '5 seconds'";

  /// By then a bucket that nobody uses is full again.
  private static final String UNUSED = "interval '2 minutes'";

  private static final String BUCKETS =
      """
      select organization, plan, quota, burst, undivided, settled, nodes, held, wanted, clock_timestamp() as now
      from rate_bucket \
      """;

  private static final String THESE =
      """
      unnest(:organizations::text[], :plans::text[], :quotas::integer[], :bursts::integer[]) as t (o, p, q, b)
      %s (organization, plan, quota, burst) = (t.o, t.p, t.q, t.b) \
      """;

  private RateRows() {}

  /// A bucket as it is stored.
  ///
  /// @param now when it was read, by the clock of the database
  record Stored(BucketId id, SharedBucket bucket, Instant now) {}

  /// Notes that a node serves; forgets nodes that are gone and buckets that nobody uses.
  static void sign(Connection connection, long node) throws SQLException {
    Sql.of(
            """
            with gone as (
              delete from rate_node where node in
                (select node from rate_node where seen < clock_timestamp() - %s for update skip locked)),
            unused as (
              delete from rate_bucket where (organization, plan, quota, burst) in
                (select organization, plan, quota, burst from rate_bucket
                  where settled < clock_timestamp() - %s for update skip locked))
            insert into rate_node values (:node, clock_timestamp())
            on conflict (node) do update set seen = excluded.seen
            """
                .formatted("interval '1 minute'", UNUSED))
        .bind("node", node)
        .run(connection);
  }

  /// Forgets a node.
  static void signOff(Connection connection, long node) throws SQLException {
    Sql.of("delete from rate_node where node = :node").bind("node", node).run(connection);
  }

  /// The nodes that serve.
  static Set<Long> live(Connection connection) throws SQLException {
    return new HashSet<>(
        Sql.of("select node from rate_node where seen > clock_timestamp() - " + GONE)
            .list(connection, rows -> rows.getLong("node")));
  }

  static List<Stored> all(Connection connection) throws SQLException {
    return Sql.of(BUCKETS).list(connection, RateRows::stored);
  }

  /// Makes a full bucket of each that is not there, divided among the `live` nodes.
  static void create(Connection connection, Collection<BucketId> ids, Set<Long> live)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into rate_bucket (undivided, settled, nodes, held, wanted, organization, plan, quota, burst)
            values (?, clock_timestamp(), ?, ?, ?, ?, ?, ?, ?) on conflict do nothing
            """)) {
      for (BucketId id : ids) {
        SharedBucket full = SharedBucket.full(id.rate(), live, Instant.EPOCH);
        insert.setDouble(1, full.undivided());
        bindShares(connection, insert, 2, full);
        bindId(insert, 5, id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /// Locks these, in an order that all nodes have.
  static List<Stored> lock(Connection connection, Collection<BucketId> ids) throws SQLException {
    String locked =
        "join "
            + THESE.formatted("on")
            + "order by organization, plan, quota, burst for update of rate_bucket";
    return these(BUCKETS + locked, connection, ids).list(connection, RateRows::stored);
  }

  private static Sql these(String text, Connection connection, Collection<BucketId> ids)
      throws SQLException {
    return Sql.of(text)
        .bind("organizations", array(connection, "text", ids, BucketId::organization))
        .bind("plans", array(connection, "text", ids, BucketId::plan))
        .bind("quotas", array(connection, "integer", ids, id -> id.rate().perMinute()))
        .bind("bursts", array(connection, "integer", ids, id -> id.rate().burst()));
  }

  static void write(Connection connection, Collection<Stored> all) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update rate_bucket set undivided = ?, settled = ?, nodes = ?, held = ?, wanted = ?
            where organization = ? and plan = ? and quota = ? and burst = ?
            """)) {
      for (Stored each : all) {
        update.setDouble(1, each.bucket().undivided());
        update.setObject(2, each.bucket().settled().atOffset(ZoneOffset.UTC));
        bindShares(connection, update, 3, each.bucket());
        bindId(update, 6, each.id());
        update.addBatch();
      }
      update.executeBatch();
    }
  }

  static void delete(Connection connection, Collection<Stored> all) throws SQLException {
    String delete = "delete from rate_bucket using " + THESE.formatted("where");
    these(delete, connection, all.stream().map(Stored::id).toList()).run(connection);
  }

  private static void bindId(PreparedStatement statement, int at, BucketId id) throws SQLException {
    statement.setString(at, id.organization());
    statement.setString(at + 1, id.plan());
    statement.setInt(at + 2, id.rate().perMinute());
    statement.setInt(at + 3, id.rate().burst());
  }

  private static void bindShares(
      Connection connection, PreparedStatement statement, int at, SharedBucket bucket)
      throws SQLException {
    List<Map.Entry<Long, Share>> shares = new ArrayList<>(bucket.shares().entrySet());
    statement.setArray(at, array(connection, "bigint", shares, Map.Entry::getKey));
    statement.setArray(at + 1, array(connection, "float8", shares, each -> each.getValue().held()));
    statement.setArray(
        at + 2, array(connection, "float8", shares, each -> each.getValue().wanted()));
  }

  private static <T> Array array(
      Connection connection, String type, Collection<T> all, Function<T, Object> value)
      throws SQLException {
    return connection.createArrayOf(type, all.stream().map(value).toArray());
  }

  private static Stored stored(ResultSet rows) throws SQLException {
    Long[] nodes = (Long[]) rows.getArray("nodes").getArray();
    Double[] held = (Double[]) rows.getArray("held").getArray();
    Double[] wanted = (Double[]) rows.getArray("wanted").getArray();
    Map<Long, Share> shares = HashMap.newHashMap(nodes.length);
    for (int at = 0; at < nodes.length; at++) {
      shares.put(nodes[at], new Share(held[at], wanted[at]));
    }
    return new Stored(
        new BucketId(
            rows.getString("organization"),
            rows.getString("plan"),
            new Rate(rows.getInt("quota"), rows.getInt("burst"))),
        new SharedBucket(rows.getDouble("undivided"), Sql.instant(rows, "settled"), shares),
        Sql.instant(rows, "now"));
  }
}
