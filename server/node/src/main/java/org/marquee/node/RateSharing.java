package org.marquee.node;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Gate;
import org.marquee.access.SharedRates;
import org.marquee.background.Round;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shares the rates of organizations with the other nodes of the database, on a thread of its own:
/// ten times a second, and sooner where an organization needs tokens. A node that is alone asks
/// twice a second whether it still is.
final class RateSharing implements AutoCloseable, MeterBinder {
  private static final Logger LOG = LoggerFactory.getLogger(RateSharing.class);

  private static final Duration ROUND = Duration.ofMillis(100);
  private static final Duration ROUND_ALONE = Duration.ofMillis(500);

  /// Bursts settle often, but leave the database time for others.
  private static final Duration SHORTEST_ROUND = Duration.ofMillis(10);

  private static final Duration LONGEST_START = Duration.ofMillis(250);

  private static final Duration LONGEST_STOP = Duration.ofSeconds(1);

  private final Gate gate;
  private final SharedRates rates;
  private final CountDownLatch first = new CountDownLatch(1);
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("rates").unstarted(this::run);
  private volatile long settled = System.nanoTime();
  private volatile int nodes = 1;
  private volatile boolean failing;

  private RateSharing(Gate gate, SharedRates rates) {
    this.gate = gate;
    this.rates = rates;
  }

  /// Begins with a gate that knows of the other nodes, if the database answers soon.
  static RateSharing start(Gate gate, SharedRates rates) {
    RateSharing sharing = new RateSharing(gate, rates);
    sharing.thread.start();
    try {
      sharing.first.await(LONGEST_START.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return sharing;
  }

  private void run() {
    Round settlement = new Round(LOG, "rates cannot be shared", this::settle);
    try {
      settlement.run();
      first.countDown();
      while (stop.getCount() > 0) {
        gate.awaitDemand(nodes == 1 ? ROUND_ALONE : ROUND);
        settlement.run();
        Thread.sleep(SHORTEST_ROUND);
      }
    } catch (InterruptedException _) {
      LOG.atDebug().log("stopping");
    }
  }

  private void settle() {
    long asked = System.nanoTime();
    try {
      int before = nodes;
      nodes = gate.shareRates(rates);
      settled = asked;
      if (before != nodes || (failing && nodes > 1)) {
        LOG.atInfo().addKeyValue("nodes", nodes).log("rates are shared");
      }
      failing = false;
    } catch (AccessUnavailable e) {
      if (!failing && nodes > 1) {
        LOG.atWarn()
            .addKeyValue("nodes", nodes)
            .addKeyValue("reason", e.getMessage())
            .log("rates cannot be shared: this node goes on with its part of each rate");
      }
      failing = true;
    }
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("marquee.rates.nodes", this, each -> each.nodes)
        .description("Nodes that share the rates of organizations, as of the last settlement")
        .register(registry);
    Gauge.builder(
            "marquee.rates.settled.age", this, each -> (System.nanoTime() - each.settled) / 1e9)
        .description("Since this node last settled the rates with the others")
        .baseUnit("seconds")
        .register(registry);
  }

  /// Gives back what this node holds.
  @Override
  public void close() {
    stop.countDown();
    thread.interrupt();
    try {
      if (thread.join(LONGEST_STOP) && !failing) {
        gate.leaveRates(rates);
      }
    } catch (AccessUnavailable e) {
      LOG.atDebug().log("the share of the rates cannot be given back: {}", e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
