package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a node from going back in time: after a failover a connection may lead to a standby that
/// lags, and lacks changes that the node has read from another host.
///
/// Such a standby counts as a database that is away until it has caught up, for thirty seconds at
/// most: then it follows another history, of a failover that lost changes or of a restored backup.
/// The answer of a primary counts at once, also if it is older.
public final class StandbyLag {
  private static final Logger LOG = LoggerFactory.getLogger(StandbyLag.class);

  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final LongSupplier nanoTime;
  private long newest = Long.MIN_VALUE;
  private boolean lagging;
  private long since;

  public StandbyLag() {
    this(System::nanoTime);
  }

  /// @param nanoTime counts nanoseconds and never goes back
  StandbyLag(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Asks whether the database is a standby.
  @FunctionalInterface
  interface Standby {
    boolean is() throws SQLException;
  }

  /// Takes note of the number of a state that was read.
  ///
  /// @param number counts changes
  /// @throws SQLException if it was read from a standby that has not caught up yet
  public void check(Connection connection, long number) throws SQLException {
    check(
        number,
        () ->
            Sql.of("select pg_is_in_recovery()")
                .list(connection, row -> row.getBoolean(1))
                .getFirst());
  }

  synchronized void check(long number, Standby standby) throws SQLException {
    if (number < newest && standby.is() && isLagging()) {
      throw new SQLException(
          "the standby has change %d and lacks those up to %d, which were read before"
              .formatted(number, newest));
    }
    newest = number;
    lagging = false;
  }

  private boolean isLagging() {
    long now = nanoTime.getAsLong();
    if (!lagging) {
      lagging = true;
      since = now;
      LOG.atInfo().log("the standby lacks changes that were read before; waiting for it");
    }
    return now - since < LONGEST.toNanos();
  }
}
