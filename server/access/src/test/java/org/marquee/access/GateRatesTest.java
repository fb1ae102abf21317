package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.access.Admission.Admitted;
import org.marquee.access.Admission.Limited;
import org.marquee.access.Admission.NotEntitled;
import org.marquee.access.Admission.Unauthorized;

/// The rates of organizations: buckets of tokens that fill with time.
@NullMarked
class GateRatesTest extends AtTheGate {
  @Test
  void an_organization_that_is_gone_leaves_no_bucket() {
    String key = entitled("rex", "trial");
    drain(key, 60);
    Register register = book.load();
    gate.replace(register);
    assertThat(admit(key)).isInstanceOf(Limited.class);
    gate.replace(
        Register.of(
            new AccessRevision(99, new UUID(0, 99)), book.listPlans(), List.of(), Map.of()));
    assertThat(admit(key)).isEqualTo(new Unauthorized(true));
    gate.replace(register);
    assertThat(admit(key)).isInstanceOf(Admitted.class);
  }

  @Test
  void a_changed_rate_counts_from_the_next_refresh_on() {
    String key = entitled("rex", "standard");
    String unentitled = key("odeon", null);
    gate.refresh(book);
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 599, 1)));
    Plan faster = new Plan("standard", OptionalInt.of(1200));
    Plan slower = new Plan("trial", OptionalInt.of(1));
    book.change(faster);
    book.change(slower);
    gate.refresh(book);
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(faster, 1199, 1)));
    assertThat(admit(unentitled)).isEqualTo(new NotEntitled(new RateState(slower, 0, 60)));
    assertThat(admit(unentitled)).isEqualTo(new Limited(new RateState(slower, 0, 60), 60));
  }

  @Test
  void a_plan_of_the_operators_own_bounds_requests() {
    Plan partner = new Plan("partner-2", OptionalInt.of(2));
    book.change(partner);
    String key = entitled("rex", "partner-2");
    gate.refresh(book);
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(partner, 1, 30)));
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(partner, 0, 60)));
    assertThat(admit(key)).isEqualTo(new Limited(new RateState(partner, 0, 60), 30));
  }

  @Test
  void a_burst_of_its_own_bounds_what_is_used_at_once() {
    Plan partner = new Plan("partner", Optional.of(new Rate(60, 90)), true, OptionalLong.empty());
    book.change(partner);
    String key = entitled("rex", "partner");
    gate.refresh(book);
    for (int left = 89; left >= 0; left--) {
      assertThat(admit(key))
          .isEqualTo(new Admitted("rex", new RateState(partner, left, 90 - left)));
    }
    assertThat(admit(key)).isEqualTo(new Limited(new RateState(partner, 0, 90), 1));
    clock.advance(Duration.ofSeconds(89));
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(partner, 88, 2)));
    clock.advance(Duration.ofHours(1));
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(partner, 89, 1)));
    assertThat(new RateState(partner, 89, 1).policyField()).isEqualTo("\"partner\";q=90;w=90");
    assertThatThrownBy(() -> new Rate(600, 9)).hasMessageContaining("at least 10");
  }

  @Test
  void the_fields_of_an_answer_are_those_of_the_draft() {
    RateState rate = new RateState(BookInMemory.TRIAL, 41, 19);
    assertThat(rate.policyField()).isEqualTo("\"trial\";q=60;w=60");
    assertThat(rate.limitField()).isEqualTo("\"trial\";r=41;t=19");
    assertThat(new RateState(BookInMemory.STANDARD, 0, 60).policyField())
        .isEqualTo("\"standard\";q=600;w=60");
  }

  @Test
  void many_threads_together_get_one_quota() throws Exception {
    String key = entitled("rex", "standard");
    assertThat(together(8, () -> admitted(gate, key, 500))).isEqualTo(600);
  }

  @Test
  void threads_that_arrive_first_together_share_one_bucket() throws Exception {
    String key = entitled("rex", "trial");
    for (int time = 0; time < 150; time++) {
      Gate fresh = new Gate(clock, clock::nanoTime);
      fresh.refresh(book);
      assertThat(together(4, () -> admitted(fresh, key, 30))).isEqualTo(60);
    }
  }

  /// The sum of what `count` threads get that start at the same moment.
  private static int together(int count, Callable<Integer> task) throws Exception {
    CyclicBarrier start = new CyclicBarrier(count);
    Callable<Integer> started =
        () -> {
          start.await();
          return task.call();
        };
    int sum = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      for (Future<Integer> result : threads.invokeAll(Collections.nCopies(count, started))) {
        sum += result.get();
      }
    }
    return sum;
  }

  private static int admitted(Gate gate, String key, int requests) {
    int admitted = 0;
    for (int time = 0; time < requests; time++) {
      admitted += gate.admit(List.of("Bearer " + key), (_, _) -> {}) instanceof Admitted ? 1 : 0;
    }
    return admitted;
  }
}
