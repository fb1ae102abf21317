package org.marquee.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.marquee.store.PostgresBackupLog;

/// What `/metrics` shows of backups.
public final class BackupGauges implements MeterBinder {
  private final InstantSource clock;
  private volatile PostgresBackupLog.@Nullable Last last;

  public BackupGauges(InstantSource clock) {
    this.clock = clock;
  }

  /// Shows from now on what the log of backups says.
  public void show(PostgresBackupLog.Last found) {
    last = found;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("marquee.backup.age", this, BackupGauges::age)
        .description("Since the last backup was made")
        .baseUnit("seconds")
        .strongReference(true)
        .register(registry);
    Gauge.builder("marquee.backup.failed", this, BackupGauges::failed)
        .description("1 if the last backup failed, else 0")
        .register(registry);
  }

  private double age() {
    PostgresBackupLog.Last known = last;
    Instant made = known == null ? null : known.succeededAt();
    return made == null ? Double.NaN : Duration.between(made, clock.instant()).toMillis() / 1000.0;
  }

  private double failed() {
    PostgresBackupLog.Last known = last;
    return known != null && known.hasFailed(clock.instant()) ? 1 : 0;
  }
}
