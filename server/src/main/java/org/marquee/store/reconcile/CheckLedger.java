package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.KnownFilm;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.notice.Report;
import org.marquee.store.sql.ActiveSessions;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Outage;
import org.marquee.store.sql.RevisionLock;
import org.marquee.store.sql.Sql;

/// The stored listings as the check of one feed sees them: a dry run that nobody has to wait for.
/// It ends when an import waits for it, and after its time (docs/decisions/0010).
public final class CheckLedger implements Ledger, AutoCloseable {
  /// An import that is under way is waited for as long.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Database database;
  private final Ledger stored;
  private final Duration most;
  private final BooleanSupplier left;
  private final Look look;
  private @Nullable GivingWay watch;

  /// Sees what readers would see, before it is undone.
  @FunctionalInterface
  public interface Look {
    /// Reads in the transaction of the check.
    void at(Connection connection, String provider) throws SQLException;
  }

  /// Why a check ended before its end.
  public enum Ended {
    GAVE_WAY,
    TOOK_TOO_LONG
  }

  /// @param most how long the check may have the database
  /// @param left whether nobody waits for the check any more
  public CheckLedger(Database database, Duration most, BooleanSupplier left, Look look) {
    this.database = database;
    stored = new PostgresLedger(database);
    this.most = most;
    this.left = left;
    this.look = look;
  }

  @Override
  public Staging stage(String run, String provider, String feed, FeedHeader header) {
    try {
      Connection connection = database.connect(ActiveSessions.checking(run));
      try {
        Sql.of("select set_config('lock_timeout', :millis, false)")
            .bind("millis", PATIENCE.toMillis() + "ms")
            .list(connection, row -> row.getString(1));
        Staging staging =
            PostgresStaging.ofCheck(
                connection, provider, feed, header, _ -> look.at(connection, provider));
        watch = GivingWay.begin(database, connection, most, left);
        return staging;
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new LedgerUnavailable("the database failed: " + Outage.why(e), e);
    }
  }

  /// Why the database failed the check, where that was meant.
  public @Nullable Ended ended(LedgerUnavailable failure) {
    GivingWay watching = watch;
    Ended ended = watching == null ? null : watching.ended();
    return ended == null && failure.getCause() instanceof RevisionLock.NotOurs
        ? Ended.GAVE_WAY
        : ended;
  }

  @Override
  public Map<String, List<KnownFilm>> titlesOfOthers(String provider, Set<String> keys) {
    return stored.titlesOfOthers(provider, keys);
  }

  @Override
  public void remember(Report report) {
    throw new IllegalStateException("a check is not remembered");
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
  }
}
