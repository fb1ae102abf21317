package org.marquee.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.store.PostgresBackupLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What `/metrics` shows of backups. The database is asked in the background, every minute at most.
public final class BackupGauges implements MeterBinder {
  private static final Logger LOG = LoggerFactory.getLogger(BackupGauges.class);
  private static final long PAUSE = Duration.ofMinutes(1).toNanos();

  private final PostgresBackupLog log;
  private final Executor reading;
  private final InstantSource clock;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile PostgresBackupLog.@Nullable Last last;
  private volatile long asked = System.nanoTime() - PAUSE;

  /// @param reading runs what may block
  public BackupGauges(PostgresBackupLog log, Executor reading, InstantSource clock) {
    this.log = log;
    this.reading = reading;
    this.clock = clock;
    ask();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("marquee.backup.age", this, BackupGauges::age)
        .description("Since the last backup was made")
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder("marquee.backup.failed", this, BackupGauges::failed)
        .description("1 if the last backup failed, else 0")
        .register(registry);
  }

  private double age() {
    PostgresBackupLog.Last known = known();
    Instant made = known == null ? null : known.succeededAt();
    return made == null ? Double.NaN : Duration.between(made, clock.instant()).toMillis() / 1000.0;
  }

  private double failed() {
    PostgresBackupLog.Last known = known();
    return known != null && known.hasFailed(clock.instant()) ? 1 : 0;
  }

  private PostgresBackupLog.@Nullable Last known() {
    if (System.nanoTime() - asked >= PAUSE) {
      ask();
    }
    return last;
  }

  private void ask() {
    if (!asking.compareAndSet(false, true)) {
      return;
    }
    asked = System.nanoTime();
    reading.execute(() -> {
      try {
        last = log.last();
      } catch (ListingsUnavailable e) {
        LOG.atDebug().log("the backups are not known: {}", e.getMessage());
      } finally {
        asking.set(false);
      }
    });
  }
}
