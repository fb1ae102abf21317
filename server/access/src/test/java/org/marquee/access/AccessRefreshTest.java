package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The gate stays up to date after single failures.
@NullMarked
class AccessRefreshTest {
  private volatile boolean faulty;
  private volatile boolean away;
  private volatile Instant databaseTime = Instant.now();
  private final AccessClock clock = new AccessClock(InstantSource.system(), System::nanoTime);
  private final AtomicInteger asked = new AtomicInteger();

  private final Registers registers =
      new Registers() {
        @Override
        public AccessRevision revision() {
          asked.incrementAndGet();
          if (faulty) {
            throw new IllegalStateException("as if");
          }
          if (away) {
            throw new AccessUnavailable("away", new IllegalStateException());
          }
          return new AccessRevision(1, new UUID(0, 1));
        }

        @Override
        public Register load() {
          return Register.of(
              revision(), List.of(new Plan("trial", OptionalInt.of(60))), List.of(), Map.of());
        }

        @Override
        public Instant now() {
          return databaseTime;
        }

        @Override
        public void noteUse(Map<String, Instant> hours) {
          throw new IllegalStateException("no key was used");
        }
      };

  private final AccessRefresh refresh = start();

  private AccessRefresh start() {
    Gate gate = new Gate(InstantSource.system(), System::nanoTime);
    gate.refresh(registers);
    AccessRefresh started = new AccessRefresh(gate, clock, registers);
    started.begin(Duration.ZERO);
    started.start();
    return started;
  }

  @AfterEach
  void close() {
    refresh.close();
  }

  @Test
  void it_goes_on_after_a_fault() {
    faulty = true;
    int before = asked.get();
    await(() -> asked.get() > before + 1);
    faulty = false;
    Duration old = refresh.sinceConfirmed();
    await(() -> refresh.sinceConfirmed().compareTo(old) < 0);
  }

  @Test
  void it_knows_since_when_the_keys_are_not_confirmed_and_goes_on_after_an_outage() {
    away = true;
    Duration longest = Duration.ofSeconds(2);
    await(() -> refresh.sinceConfirmed().compareTo(longest) > 0);
    away = false;
    await(() -> refresh.sinceConfirmed().compareTo(longest) < 0);
  }

  @Test
  void keys_and_entitlements_go_by_the_clock_of_the_database() {
    Instant other = Instant.parse("2031-03-01T12:00:00Z");
    databaseTime = other;
    await(() -> clock.instant().isAfter(other));
    assertThat(clock.instant()).isBefore(other.plusSeconds(60));
  }

  private static void await(BooleanSupplier fact) {
    Instant end = Instant.now().plusSeconds(20);
    while (!fact.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(end);
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
