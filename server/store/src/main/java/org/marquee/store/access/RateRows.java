package org.marquee.store.access;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.marquee.access.BucketId;
import org.marquee.access.Rate;
import org.marquee.access.SharedBucket;
import org.marquee.access.SharedBucket.Share;
import org.marquee.json.JsonObject;
import org.marquee.json.JsonTree;
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

  /// The buckets of a statement, as rows `g`.
  private static final String GIVEN =
      """
      jsonb_to_recordset(:buckets::jsonb) as g (organization text, plan text, quota integer, burst integer,
        undivided float8, settled timestamptz, nodes bigint[], held float8[], wanted float8[]) \
      """;

  /// Those that are stored of the given ones.
  private static final String THESE =
      "where (organization, plan, quota, burst) in (select organization, plan, quota, burst from "
          + GIVEN
          + ") ";

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
    List<JsonObject> full =
        ids.stream()
            .map(id -> json(id, SharedBucket.full(id.rate(), live, Instant.EPOCH)))
            .toList();
    Sql.of(
            """
            insert into rate_bucket (organization, plan, quota, burst, undivided, settled, nodes, held, wanted)
            select organization, plan, quota, burst, undivided, clock_timestamp(), nodes, held, wanted
            from %s on conflict do nothing
            """
                .formatted(GIVEN))
        .bind("buckets", JsonTree.text(full))
        .run(connection);
  }

  /// Locks these, in an order that all nodes have.
  static List<Stored> lock(Connection connection, Collection<BucketId> ids) throws SQLException {
    return Sql.of(BUCKETS + THESE + "order by organization, plan, quota, burst for update")
        .bind("buckets", JsonTree.text(ids.stream().map(RateRows::json).toList()))
        .list(connection, RateRows::stored);
  }

  static void write(Connection connection, Collection<Stored> all) throws SQLException {
    Sql.of(
            """
            update rate_bucket b set undivided = g.undivided, settled = g.settled, nodes = g.nodes, held = g.held,
              wanted = g.wanted
            from %s where (b.organization, b.plan, b.quota, b.burst) = (g.organization, g.plan, g.quota, g.burst)
            """
                .formatted(GIVEN))
        .bind(
            "buckets",
            JsonTree.text(all.stream().map(each -> json(each.id(), each.bucket())).toList()))
        .run(connection);
  }

  static void delete(Connection connection, Collection<Stored> all) throws SQLException {
    Sql.of("delete from rate_bucket " + THESE)
        .bind("buckets", JsonTree.text(all.stream().map(each -> json(each.id())).toList()))
        .run(connection);
  }

  private static JsonObject json(BucketId id) {
    return JsonObject.of("organization", id.organization())
        .with("plan", id.plan())
        .with("quota", id.rate().perMinute())
        .with("burst", id.rate().burst());
  }

  private static JsonObject json(BucketId id, SharedBucket bucket) {
    List<Long> nodes = List.copyOf(bucket.shares().keySet());
    List<Share> shares = nodes.stream().map(bucket.shares()::get).toList();
    return json(id)
        .with("undivided", bucket.undivided())
        .with("settled", bucket.settled().toString())
        .with("nodes", nodes)
        .with("held", shares.stream().map(Share::held).toList())
        .with("wanted", shares.stream().map(Share::wanted).toList());
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
