package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Freshness;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Provenance;
import org.marquee.listing.Revision;
import org.marquee.listing.Showtime;
import org.marquee.store.sql.Revisions;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.Work;

/// Reads the log of changes for followers.
public final class PostgresChangeFeed implements ChangeFeed {
  /// Followers who catch up read page after page. They must not take all connections of the
  /// readers.
  private static final int AT_ONCE = 4;

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final ReadTransactions.Pooled transactions;
  private final Semaphore turns = new Semaphore(AT_ONCE);

  /// @param pool of [Database#pool]
  public PostgresChangeFeed(DataSource pool) {
    transactions = new ReadTransactions.Pooled(pool);
  }

  @Override
  public ChangeReading read(ChangePosition since, Set<Kind> kinds, Breadth breadth, int limit) {
    return inTransaction(connection -> {
      LogState state = LogState.of(connection);
      if (!state.remembers(connection, since)) {
        return new ChangeReading.Expired();
      }
      ChangeWalk walk = new ChangeWalk(connection, since, kinds, breadth, limit, state.revision());
      walk.run();
      return new ChangeReading.Changes(
          walk.told(),
          walk.next(),
          walk.hasMore(),
          state.revision(),
          freshness(connection, walk.told(), kinds, state),
          breadth == Breadth.RECORDS ? Map.of() : runningTimes(connection, walk.told()));
    });
  }

  private static Map<String, Integer> runningTimes(Connection connection, List<Change> told)
      throws SQLException {
    List<Showtime> showtimes = new ArrayList<>();
    for (Change change : told) {
      if (change.state() instanceof Fate.Present(Showtime showtime)) {
        showtimes.add(showtime);
      }
    }
    return RunningTimes.of(connection, showtimes);
  }

  @Override
  public Revision newest() {
    return inTransaction(Revisions::current);
  }

  @Override
  public Duration age(Revision revision) {
    return inTransaction(connection ->
        Sql.of("select clock_timestamp() as now, made_at from revision_at where n = :n")
            .bind("n", revision.number())
            .first(
                connection,
                row -> Duration.between(Sql.instant(row, "made_at"), Sql.instant(row, "now")))
            .orElse(Duration.ofDays(1)));
  }

  private static Freshness freshness(
      Connection connection, List<Change> told, Set<Kind> kinds, LogState state)
      throws SQLException {
    List<Provenance> present = new ArrayList<>();
    for (Change change : told) {
      if (change.state() instanceof Fate.Present(var record)) {
        present.add(record.provenance());
      }
    }
    if (!present.isEmpty()) {
      return Freshness.of(present, each -> each);
    }
    return Freshness.observed(
        Sql.of("select kind, newest from kind_observed")
            .list(
                connection,
                row ->
                    kinds.contains(Changes.kind(row.getString("kind")))
                        ? Sql.instant(row, "newest")
                        : Instant.MIN)
            .stream()
            .filter(newest -> newest.isAfter(Instant.MIN))
            .max(Instant::compareTo)
            .orElse(state.madeAt()));
  }

  private <T> T inTransaction(Work<T> work) {
    try {
      if (!turns.tryAcquire(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new ListingsUnavailable("too many followers read at once", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ListingsUnavailable("interrupted", e);
    }
    try {
      return transactions.read(work);
    } finally {
      turns.release();
    }
  }
}
