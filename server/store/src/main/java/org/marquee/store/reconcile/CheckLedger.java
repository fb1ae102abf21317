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
import org.marquee.feed.evidence.KnownFilm;
import org.marquee.ingest.Ledger;
import org.marquee.ingest.LedgerUnavailable;
import org.marquee.notice.Report;
import org.marquee.store.audit.Audit;
import org.marquee.store.sql.ActiveSessions;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.RevisionLock;
import org.marquee.store.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The stored listings as the check of one feed sees them: a dry run that nobody has to wait for. A
/// thread watches it, and cancels what it is doing as soon as another session waits for it, its
/// time is over, or nobody waits for its report (docs/decisions/0010). Other checks wait.
public final class CheckLedger implements Ledger, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CheckLedger.class);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

  /// An import that is under way is waited for as long.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Database database;
  private final Ledger stored;
  private final long endNanos;
  private final BooleanSupplier left;
  private final Look look;
  private @Nullable Thread watch;
  private volatile @Nullable Ended ended;

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
    endNanos = System.nanoTime() + most.toNanos();
    this.left = left;
    this.look = look;
  }

  @Override
  public Staging stage(String run, String provider, String feed, FeedHeader header) {
    return PostgresStaging.open(
        () -> watched(database.connect(ActiveSessions.checking(run))),
        provider,
        feed,
        header,
        new Audit(database.actor()),
        (connection, _) -> look.at(connection, provider),
        null);
  }

  /// Has the session not wait for others for long, and watches it.
  private Connection watched(Connection connection) throws SQLException {
    try {
      Sql.of("select set_config('lock_timeout', :millis, false)")
          .bind("millis", PATIENCE.toMillis() + "ms")
          .list(connection, row -> row.getString(1));
      int process = (int) Sql.of("select pg_backend_pid()").number(connection);
      watch = Thread.ofVirtual().name("check-watch").start(() -> watch(process));
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /// @param process of the connection of the check, which is for nothing else: a cancellation may
  ///   come late
  private void watch(int process) {
    try {
      while (true) {
        Thread.sleep(BETWEEN_LOOKS);
        cancelIfDue(process);
      }
    } catch (InterruptedException _) {
      // The check is over.
    }
  }

  private void cancelIfDue(int process) {
    boolean late = System.nanoTime() - endNanos >= 0;
    try (Connection connection = database.pool().getConnection()) {
      if (late || left.getAsBoolean() || ActiveSessions.isWaitedFor(connection, process)) {
        ended = late ? Ended.TOOK_TOO_LONG : Ended.GAVE_WAY;
        Sql.of("select pg_cancel_backend(:process)")
            .bind("process", process)
            .list(connection, row -> row.getBoolean(1));
      }
    } catch (SQLException e) {
      LOG.atDebug().setCause(e).log("a check is not watched");
    }
  }

  /// Why the database failed the check, where that was meant.
  public @Nullable Ended ended(LedgerUnavailable failure) {
    Ended end = ended;
    return end == null && failure.getCause() instanceof RevisionLock.NotOurs ? Ended.GAVE_WAY : end;
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
      watch.interrupt();
    }
  }
}
