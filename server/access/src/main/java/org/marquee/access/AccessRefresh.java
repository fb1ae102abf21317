package org.marquee.access;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.background.Round;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes a revoked key, a changed entitlement or a changed plan seen: reads them for the gate twice
/// a second, on a thread of its own. Once a minute it saves when keys were last used.
public final class AccessRefresh implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessRefresh.class);

  /// Changes of keys and entitlements are to take effect within 2 seconds (docs/api.md, "Access").
  private static final Duration BETWEEN = Duration.ofMillis(500);

  /// When a key was last used is stored to the hour.
  private static final Duration BETWEEN_SAVES = Duration.ofMinutes(1);

  /// A machine whose clock is wrong by more gets a line in the log.
  private static final Duration WRONG = Duration.ofSeconds(5);

  private final Gate gate;
  private final AccessClock clock;
  private final Registers registers;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().daemon().name("access").unstarted(this::run);

  private volatile long confirmed = System.nanoTime();
  private volatile boolean fromDatabase;
  private volatile @Nullable String trouble;
  private long saved = System.nanoTime();
  private volatile Optional<Duration> wrong = Optional.empty();

  /// Does nothing until it is started.
  ///
  /// @param clock the gate's
  public AccessRefresh(Gate gate, AccessClock clock, Registers registers) {
    this.gate = gate;
    this.clock = clock;
    this.registers = registers;
  }

  /// Notes how old the register is that the gate begins with.
  ///
  /// @param age how long ago the database confirmed it; zero: it comes from the database
  public void begin(Duration age) {
    confirmed = System.nanoTime() - age.toNanos();
    fromDatabase = age.isZero();
  }

  /// Starts the thread. It asks the database at once.
  public void start() {
    thread.start();
  }

  /// How long ago the database was asked whether the gate is up to date, and it was, or is since.
  /// Before the gate has a register: since the node started.
  public Duration sinceConfirmed() {
    return Duration.ofNanos(System.nanoTime() - confirmed);
  }

  /// Whether the database has confirmed the register since the node started.
  public boolean isFromDatabase() {
    return fromDatabase;
  }

  /// How far this machine's clock is ahead of the database's, negative: behind, if that is too far.
  public Optional<Duration> wrongClock() {
    return wrong;
  }

  /// Why the keys cannot be read although the database answers; empty: they can.
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /// Refreshes now, instead of with the next round. An outage is reported by
  /// `node.DatabaseMonitor`.
  public synchronized void refresh() {
    long asked = System.nanoTime();
    try {
      gate.refresh(registers);
      compare(clock.set(registers::now));
      confirmed = asked;
      fromDatabase = true;
      trouble = null;
    } catch (AccessUnusable e) {
      note(e);
    } catch (AccessUnavailable e) {
      LOG.atDebug().log("keys and entitlements cannot be refreshed: {}", e.getMessage());
    }
  }

  /// The gate goes on as before. The same reason is logged once.
  private void note(AccessUnusable failure) {
    String why = failure.getMessage();
    if (!Objects.equals(why, trouble)) {
      trouble = why;
      LOG.atError().setCause(failure).log("keys and entitlements cannot be refreshed");
    }
  }

  /// @param ahead of the database's clock
  private void compare(Duration ahead) {
    Optional<Duration> now = Optional.of(ahead).filter(each -> each.abs().compareTo(WRONG) > 0);
    if (now.isPresent() && wrong.isEmpty()) {
      LOG.atWarn()
          .log(
              "the clock of this machine is {} s {} that of the database: keys and entitlements"
                  + " use the database's clock, listings use this one. Correct this clock",
              ahead.abs().toSeconds(),
              ahead.isNegative() ? "behind" : "ahead of");
    } else if (wrong.isPresent() && now.isEmpty()) {
      LOG.atInfo().log("the clocks of this machine and of the database agree again");
    }
    wrong = now;
  }

  private synchronized void saveUse() {
    saved = System.nanoTime();
    try {
      gate.saveUse(registers);
    } catch (AccessUnavailable e) {
      LOG.atDebug().log("when keys were used cannot be saved: {}", e.getMessage());
    }
  }

  private void look() {
    refresh();
    if (System.nanoTime() - saved > BETWEEN_SAVES.toNanos()) {
      saveUse();
    }
  }

  private void run() {
    Round round = new Round(LOG, "keys and entitlements cannot be refreshed", this::look);
    try {
      while (stop.getCount() > 0) {
        round.run();
        stop.await(BETWEEN.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException _) {
      LOG.atDebug().log("stopping");
    }
  }

  @Override
  public void close() {
    stop.countDown();
    thread.interrupt();
    if (sinceConfirmed().compareTo(BETWEEN.multipliedBy(4)) < 0) {
      saveUse();
    }
  }
}
