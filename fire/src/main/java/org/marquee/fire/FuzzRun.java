package org.marquee.fire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// One run of a fuzzer: several attackers at once, until so many inputs were taken.
final class FuzzRun {
  /// After this part of the inputs the process is warm.
  private static final int WARM_PART = 5;

  private static final int MOST_FAULTS = 1_000;
  private static final int SHOWN_FAULTS = 20;
  private static final int SHOWN_LENGTH = 4_000;
  private static final long BETWEEN_REPORTS = Duration.ofMinutes(1).toNanos();

  private final Target target;
  private final long begun = System.nanoTime();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong reported = new AtomicLong(begun);
  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

  /// What is attacked.
  interface Target extends AutoCloseable {
    /// How many attackers there are at once.
    int attackers();

    /// A new attacker.
    ///
    /// @param number of the attacker; another one for each
    Attack attack(int number);

    /// What the attacked process holds once it is quiet.
    FuzzResult.Gauges gauges() throws Exception;

    /// The warnings and errors of its log.
    List<String> complaints() throws Exception;

    @Override
    void close();
  }

  private FuzzRun(Target target) {
    this.target = target;
  }

  static FuzzResult of(Target target, long count) throws Exception {
    FuzzRun run = new FuzzRun(target);
    run.attackUntil(count / WARM_PART, 0);
    FuzzResult.Gauges before = target.gauges();
    run.attackUntil(count, target.attackers());
    Duration took = Duration.ofNanos(System.nanoTime() - run.begun);
    target.complaints().forEach(run::fault);
    return new FuzzResult(run.taken.get(), took, List.copyOf(run.faults), before, target.gauges());
  }

  private void attackUntil(long count, int first) throws InterruptedException {
    List<Thread> attackers = new ArrayList<>();
    for (int number = first; number < first + target.attackers(); number++) {
      Attack attack = target.attack(number);
      attackers.add(Thread.ofPlatform().daemon().start(() -> attack(attack, count)));
    }
    for (Thread attacker : attackers) {
      attacker.join();
    }
  }

  private void attack(Attack attack, long count) {
    try (attack) {
      while (taken.get() < count && faults.size() < MOST_FAULTS) {
        report(taken.addAndGet(attack.next(this::fault)));
      }
    } catch (Exception e) {
      fault("an attacker failed: " + e);
    }
  }

  private void fault(String what) {
    faults.add(what);
    if (faults.size() <= SHOWN_FAULTS) {
      System.err.println(
          "fuzz: fault: " + what.substring(0, Math.min(what.length(), SHOWN_LENGTH)));
    }
  }

  private void report(long inputs) {
    long now = System.nanoTime();
    long before = reported.get();
    if (now - before > BETWEEN_REPORTS && reported.compareAndSet(before, now)) {
      System.err.printf(
          "fuzz: %,d inputs after %d s, %d faults%n",
          inputs, Duration.ofNanos(now - begun).toSeconds(), faults.size());
    }
  }
}
