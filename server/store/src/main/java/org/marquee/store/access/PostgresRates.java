package org.marquee.store.access;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.BucketId;
import org.marquee.access.SharedBucket;
import org.marquee.access.SharedRates;
import org.marquee.store.access.RateRows.Stored;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.PromptConnection;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// The rates that the nodes of one database share. The rules are in [SharedBucket].
///
/// Asks on a connection of its own that answers within seconds or is replaced. For one thread.
public final class PostgresRates implements SharedRates {
  /// A node notes so often that it serves.
  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(1);

  /// A node that stands still must not hold up the others.
  private static final String LIMITS =
      "set local lock_timeout = '500ms'; set local idle_in_transaction_session_timeout = '2s'";

  /// Nodes that lock in one order never wait for each other in a circle.
  private static final Comparator<BucketId> ORDER =
      Comparator.comparing(BucketId::organization)
          .thenComparing(BucketId::plan)
          .thenComparingInt(id -> id.rate().perMinute())
          .thenComparingInt(id -> id.rate().burst());

  private final long node = RandomGenerator.getDefault().nextLong();
  private final PromptConnection connection;
  private long signed = System.nanoTime() - BETWEEN_SIGNS.toNanos();

  /// Rates in a database, which closes their connection when it is closed.
  public PostgresRates(Database database) {
    connection = database.prompt();
  }

  @Override
  public Settlement settle(Map<BucketId, Claim> claims) {
    return ask(connection -> {
      sign(connection);
      Set<Long> live = RateRows.live(connection);
      live.add(node);
      Map<BucketId, Double> elsewhere = new HashMap<>();
      NavigableSet<BucketId> due = new TreeSet<>(ORDER);
      for (Stored each : RateRows.all(connection)) {
        elsewhere.put(each.id(), each.bucket().elsewhere(node));
        Claim claim = claims.get(each.id());
        if (each.bucket().isDue(each.id().rate(), node, claim, live, each.now())) {
          due.add(each.id());
        }
      }
      claims.forEach((id, claim) -> {
        if (live.size() > 1 && claim.isInUse() && !elsewhere.containsKey(id)) {
          due.add(id);
        }
      });
      Map<BucketId, Double> granted = new HashMap<>();
      for (Stored each : settle(connection, due, claims, live)) {
        elsewhere.put(each.id(), each.bucket().elsewhere(node));
        granted.put(each.id(), each.bucket().held(node));
      }
      return new Settlement(live.size(), elsewhere, granted);
    });
  }

  private List<Stored> settle(
      Connection connection,
      NavigableSet<BucketId> due,
      Map<BucketId, Claim> claims,
      Set<Long> live)
      throws SQLException {
    if (due.isEmpty()) {
      return List.of();
    }
    begin(connection);
    if (live.size() > 1) {
      RateRows.create(connection, due, live);
    }
    List<Stored> settled = new ArrayList<>();
    for (Stored each : RateRows.lock(connection, due)) {
      SharedBucket before = each.bucket();
      Claim claim = claims.getOrDefault(each.id(), Claim.idle(before.held(node)));
      SharedBucket next = before.settle(each.id().rate(), node, claim, live, each.now());
      settled.add(new Stored(each.id(), next, each.now()));
    }
    if (live.size() > 1) {
      RateRows.write(connection, settled);
    } else {
      RateRows.delete(connection, settled);
    }
    end(connection);
    return settled;
  }

  @Override
  public void leave(Map<BucketId, Claim> claims) {
    ask(connection -> {
      begin(connection);
      RateRows.signOff(connection, node);
      List<Stored> left = new ArrayList<>();
      for (Stored each : RateRows.lock(connection, claims.keySet())) {
        Claim claim = claims.getOrDefault(each.id(), Claim.idle(each.bucket().held(node)));
        SharedBucket next = each.bucket().without(node, claim);
        left.add(new Stored(each.id(), next, each.now()));
      }
      RateRows.write(connection, left);
      end(connection);
      return left;
    });
  }

  private void sign(Connection connection) throws SQLException {
    long now = System.nanoTime();
    if (now - signed >= BETWEEN_SIGNS.toNanos()) {
      RateRows.sign(connection, node);
      signed = now;
    }
  }

  private static void begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    Sql.of(LIMITS).run(connection);
  }

  /// A transaction that fails before is undone: its connection is not used again.
  private static void end(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
  }

  private <T> T ask(Work<T> work) {
    return connection.ask(
        e -> new AccessUnavailable("rates cannot be shared: " + e.getMessage(), e), work);
  }
}
