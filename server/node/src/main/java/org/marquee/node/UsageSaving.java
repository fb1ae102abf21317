package org.marquee.node;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Gate;
import org.marquee.access.QuotaLedger;
import org.marquee.access.usage.UsageLedger;
import org.marquee.access.usage.UsageMeter;
import org.marquee.background.Round;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Adds what organizations use, and spend of monthly quotas, to what is stored: every few seconds
/// on a thread of its own, and once more when the node has stopped to answer.
final class UsageSaving implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UsageSaving.class);

  /// A kill loses ten seconds of usage at most, of which a slow database may take some.
  private static final Duration BETWEEN = Duration.ofSeconds(4);

  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

  private final UsageMeter meter;
  private final UsageLedger ledger;
  private final Gate gate;
  private final QuotaLedger quotas;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("usage").unstarted(this::run);
  private boolean failing;

  /// Does nothing before [#start].
  UsageSaving(UsageMeter meter, UsageLedger ledger, Gate gate, QuotaLedger quotas) {
    this.meter = meter;
    this.ledger = ledger;
    this.gate = gate;
    this.quotas = quotas;
  }

  void start() {
    thread.start();
  }

  private void run() {
    Round round = new Round(LOG, "usage cannot be stored", this::save);
    try {
      do {
        round.run();
      } while (!stop.await(BETWEEN.toNanos(), TimeUnit.NANOSECONDS));
      round.run();
    } catch (InterruptedException _) {
      LOG.atDebug().log("stopping");
    }
  }

  /// Saves usage; each reason of a failure is logged once.
  private void save() {
    try {
      gate.saveQuotas(quotas);
      meter.save(ledger);
      failing = false;
    } catch (AccessUnavailable e) {
      if (!failing) {
        LOG.atWarn()
            .addKeyValue("reason", e.getMessage())
            .log("usage cannot be stored now; it is kept in memory");
      }
      failing = true;
    }
  }

  /// Stores the rest.
  @Override
  public void close() {
    stop.countDown();
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    try {
      if (!thread.join(LONGEST_STOP)) {
        thread.interrupt();
        LOG.atWarn().log("the usage of the last seconds could not be stored");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
