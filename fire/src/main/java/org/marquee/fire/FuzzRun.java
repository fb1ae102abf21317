package org.marquee.fire;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.marquee.format.FeedFuzz;

/// One run of a fuzzer.
final class FuzzRun {
  private static final int ATTACKERS = 8;

  /// After this part of the inputs the process is warm.
  private static final int WARM_PART = 10;

  private static final int MOST_FAULTS = 1_000;

  private final AtomicLong left = new AtomicLong();
  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();

  private FuzzRun() {}

  /// Attacks a node with several attackers at once.
  static FuzzResult of(FuzzedNode node, long count, IntFunction<Attack> attacks) throws Exception {
    FuzzRun run = new FuzzRun();
    long begun = System.nanoTime();
    run.attack(count / WARM_PART, attacks, 0);
    FuzzResult.Gauges before = node.gauges();
    run.attack(count - count / WARM_PART, attacks, ATTACKERS);
    List<String> faults = new ArrayList<>(run.faults);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    faults.addAll(node.complaints());
    return new FuzzResult(count, took, faults, before, node.gauges());
  }

  private void attack(long count, IntFunction<Attack> attacks, int first)
      throws InterruptedException {
    left.set(count);
    List<Thread> attackers = new ArrayList<>();
    for (int number = first; number < first + ATTACKERS; number++) {
      Attack attack = attacks.apply(number);
      attackers.add(Thread.ofPlatform().daemon().start(() -> attack(attack)));
    }
    for (Thread attacker : attackers) {
      attacker.join();
    }
  }

  private void attack(Attack attack) {
    try (attack) {
      while (left.getAndDecrement() > 0 && faults.size() < MOST_FAULTS) {
        String fault = attack.next();
        if (!fault.isEmpty()) {
          faults.add(fault);
        }
      }
    } catch (IOException | RuntimeException e) {
      faults.add("an attacker failed: " + e);
    }
  }

  /// Reads broken feeds in this process.
  static FuzzResult ofFeeds(long count, long seed) throws IOException {
    FeedFuzz fuzz = new FeedFuzz(Path.of("server"), seed);
    List<String> faults = new ArrayList<>();
    long begun = System.nanoTime();
    FuzzResult.Gauges before = gauges();
    for (long number = 0; number < count && faults.size() < MOST_FAULTS; number++) {
      if (number == count / WARM_PART) {
        before = gauges();
      }
      try {
        fuzz.next();
      } catch (AssertionError e) {
        faults.add(e + " " + e.getCause());
      }
    }
    System.err.printf("fuzz: %,d records, %,d feeds refused%n", fuzz.records(), fuzz.unreadable());
    return new FuzzResult(
        count, Duration.ofNanos(System.nanoTime() - begun), faults, before, gauges());
  }

  private static FuzzResult.Gauges gauges() {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return new FuzzResult.Gauges(heap, Thread.activeCount(), 0);
  }
}
