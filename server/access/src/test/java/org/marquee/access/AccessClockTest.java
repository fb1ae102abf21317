package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.access.Admission.Admitted;
import org.marquee.access.Admission.NotEntitled;

/// The validity of keys and plans does not depend on the clock of one machine.
@NullMarked
class AccessClockTest {
  private final HandClock own = new HandClock();
  private final AccessClock clock = new AccessClock(own, own::nanoTime);

  @Test
  void the_machine_counts_until_the_database_was_asked() {
    assertThat(clock.instant()).isEqualTo(HandClock.START);
    own.advance(Duration.ofSeconds(3));
    assertThat(clock.instant()).isEqualTo(HandClock.START.plusSeconds(3));
  }

  @Test
  void it_goes_on_from_the_time_of_the_database_and_not_of_the_machine() {
    Instant database = HandClock.START.plus(Duration.ofDays(3));
    assertThat(clock.set(() -> database)).isEqualTo(Duration.ofDays(-3));
    own.advance(Duration.ofHours(1));
    assertThat(clock.instant()).isEqualTo(database.plus(Duration.ofHours(1)));
    assertThat(clock.set(own::instant)).isZero();
    assertThat(clock.instant()).isEqualTo(own.instant());
  }

  @Test
  void an_answer_that_was_long_on_its_way_is_no_difference() {
    assertThat(clock.set(this::slowly)).isZero();
    Instant database = own.instant().minus(Duration.ofSeconds(20));
    Supplier<Instant> behind =
        () -> {
          own.advance(Duration.ofSeconds(12));
          return database;
        };
    assertThat(clock.set(behind)).isEqualTo(Duration.ofSeconds(20));
  }

  private Instant slowly() {
    Instant shown = own.instant();
    own.advance(Duration.ofSeconds(12));
    return shown;
  }

  @Test
  void a_fresh_grant_is_in_force_on_a_machine_whose_clock_is_days_behind() {
    Instant database = HandClock.START.plus(Duration.ofDays(3));
    BookInMemory book = new BookInMemory(() -> database);
    book.createOrganization("rex");
    book.grant("rex", new Entitlement("unlimited", book.now(), database.plusSeconds(60)));
    String key = book.issueKey("rex", null, null).orElseThrow().secret().text();
    Gate gate = new Gate(clock, own::nanoTime);
    gate.refresh(book);
    assertThat(gate.admit(List.of("Bearer " + key), (_, _) -> {})).isInstanceOf(NotEntitled.class);
    clock.set(book::now);
    assertThat(gate.admit(List.of("Bearer " + key), (_, _) -> {}))
        .isEqualTo(new Admitted("rex", null));
    own.advance(Duration.ofSeconds(60));
    assertThat(gate.admit(List.of("Bearer " + key), (_, _) -> {})).isInstanceOf(NotEntitled.class);
  }
}
