package org.marquee.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.marquee.collect.providers.Provider;
import org.marquee.fetch.Site;
import org.marquee.ingest.RunLog;
import org.marquee.notice.Report;

@NullMarked
class CollectSchedulerTest {
  private static final String PLAN =
      """
      providers:
        - name: rex
          files: feed.ndjson
          every: 1s
        - name: by hand
          files: feed.ndjson
      """;

  /// A scheduler looks five times in it.
  private static final Duration LEASE = Duration.ofMillis(500);

  private static final long BEGAN = System.nanoTime();

  /// What is due every second comes every 20 milliseconds.
  private static final InstantSource FAST =
      () -> Office.NOW.plusNanos(50 * (System.nanoTime() - BEGAN));

  private final Office office = new Office();
  private final List<Report> reports = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() {
    office.file(
        "feed.ndjson", Office.full("2026-03-01T06:00:00Z", "18:00"), "2026-03-01T06:00:00Z");
  }

  @AfterEach
  void close() {
    office.close();
  }

  @Test
  void what_is_due_is_collected_again_and_again() {
    try (CollectScheduler _ = start()) {
      await(() -> reports.size() >= 3);
    }
    assertThat(reports)
        .allSatisfy(report -> {
          assertThat(report.provider()).isEqualTo("rex");
          assertThat(report.result()).isEqualTo(Report.Result.APPLIED);
        });
  }

  @Test
  void of_two_nodes_one_collects_and_the_other_takes_over_when_it_leaves() {
    CollectScheduler first = start(FAST, CollectScheduler.USUAL_LEASE);
    await(() -> !reports.isEmpty());
    assertThat(office.logbook.hold("collect", "somebody else", Duration.ofMinutes(1))).isFalse();
    first.close();
    assertThat(office.logbook.hold("collect", "somebody else", Duration.ofMinutes(1))).isTrue();
    int before = reports.size();
    try (CollectScheduler _ = start()) {
      assertThat(reports).hasSize(before);
      office.logbook.release("collect", "somebody else");
      await(() -> reports.size() > before);
    }
  }

  @Test
  void who_has_waited_longest_goes_first() {
    List<Provider> providers =
        office
            .plan(
                """
                providers:
                  - {name: a, files: x, every: 1s}
                  - {name: b, files: x, every: 1s}
                  - {name: c, files: x, every: 1s}
                  - {name: d, files: x, every: 1s}
                """)
            .providers();
    assertThat(
            CollectScheduler.inTurn(
                providers,
                Map.of("a", Office.NOW, "b", Office.NOW.minusSeconds(5), "d", Office.NOW)))
        .extracting(Provider::name)
        .containsExactly("c", "b", "a", "d");
  }

  @Test
  void a_lease_ends_by_itself() {
    RunLog logbook = office.logbook;
    assertThat(logbook.hold("a", "one", Duration.ofMinutes(1))).isTrue();
    assertThat(logbook.hold("a", "one", Duration.ofMillis(1))).isTrue();
    await(() -> logbook.hold("a", "two", Duration.ofMinutes(1)));
    assertThat(logbook.hold("a", "one", Duration.ofMinutes(1))).isFalse();
    logbook.release("a", "one");
    assertThat(logbook.hold("a", "one", Duration.ofMinutes(1))).isFalse();
    logbook.release("a", "two");
    assertThat(logbook.hold("a", "one", Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void what_was_noted_while_a_clock_was_ahead_does_not_stop_anybody() {
    RunLog logbook = office.logbook;
    assertThat(logbook.hold("b", "dead", Duration.ofDays(365))).isTrue();
    assertThat(logbook.hold("b", "two", Duration.ofMinutes(1))).isTrue();
    Instant ahead = Office.NOW.plus(Duration.ofDays(365));
    logbook.collected("clock", ahead, ahead.plusSeconds(1));
    logbook.collected("clock", Office.NOW, Office.NOW.plusSeconds(1));
    assertThat(logbook.lastCollected()).containsEntry("clock", Office.NOW);
  }

  /// More of them than have room at once.
  @Test
  void those_who_wait_for_a_slow_server_keep_no_room_from_others() {
    try (Site slow = Site.open()) {
      slow.at(
          "/feed",
          exchange -> {
            long end = System.nanoTime() + 20_000_000_000L;
            while (reports.isEmpty() && System.nanoTime() < end) {
              LockSupport.parkNanos(5_000_000);
            }
          });
      StringBuilder plan = new StringBuilder("contact: me@example.org\nproviders:\n");
      for (int each = 0; each < 5; each++) {
        plan.append(
            "  - {name: s%d, every: 1s, urls: '%s'}\n".formatted(each, slow.address("/feed")));
      }
      plan.append("  - {name: rex, every: 1s, files: feed.ndjson}\n");
      try (CollectScheduler _ = start(FAST, LEASE, plan.toString())) {
        await(() -> !reports.isEmpty());
      }
      assertThat(reports.getFirst().provider()).isEqualTo("rex");
    }
  }

  @Test
  void a_plan_that_changes_is_gone_by_and_a_faulty_one_is_not() {
    try (CollectScheduler _ = start()) {
      await(() -> !reports.isEmpty());
      office.file("providers.yaml", "providers: nonsense", "2026-03-01T06:00:00Z");
      int before = reports.size();
      await(() -> reports.size() > before + 1);
      office.file("providers.yaml", PLAN.replace("rex", "lux"), "2026-03-01T07:00:00Z");
      await(() -> "lux".equals(reports.getLast().provider()));
    }
  }

  @Test
  void collecting_goes_on_after_faults() {
    AtomicReference<@Nullable RuntimeException> error = new AtomicReference<>();
    AtomicInteger thrown = new AtomicInteger();
    InstantSource clock =
        () -> {
          RuntimeException now = error.get();
          if (now != null) {
            thrown.incrementAndGet();
            throw now;
          }
          return FAST.instant();
        };
    try (CollectScheduler _ = start(clock)) {
      error.set(new IllegalStateException("as if"));
      await(() -> thrown.get() > 1);
      error.set(null);
      int before = reports.size();
      await(() -> reports.size() > before);
    }
  }

  private CollectScheduler start() {
    return start(FAST);
  }

  private CollectScheduler start(InstantSource clock) {
    return start(clock, LEASE);
  }

  private CollectScheduler start(InstantSource clock, Duration lease) {
    return start(clock, lease, PLAN);
  }

  private CollectScheduler start(InstantSource clock, Duration lease, String plan) {
    return new CollectScheduler(
            office.home.resolve("providers.yaml"),
            office.plan(plan),
            office.logbook,
            clock,
            lease,
            _ ->
                Collector.of(
                    office.home,
                    office.plan(plan),
                    "1",
                    new org.marquee.ingest.Import(
                        new org.marquee.store.reconcile.PostgresLedger(office.database),
                        InstantSource.system()),
                    office.logbook,
                    FAST),
            reports::add)
        .start();
  }

  private static void await(BooleanSupplier fact) {
    Instant end = Instant.now().plusSeconds(30);
    while (!fact.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(5_000_000);
    }
  }
}
