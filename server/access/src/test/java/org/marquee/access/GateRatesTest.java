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
  void an_unlimited_plan_has_no_rate() {
    String key = entitled("rex", "unlimited");
    for (int time = 0; time < 2000; time++) {
      assertThat(admit(key)).isEqualTo(new Admitted("rex", null));
    }
  }

  @Test
  void an_empty_bucket_fills_evenly() {
    String key = entitled("rex", "trial");
    drain(key, 60);
    assertThat(admit(key)).isEqualTo(new Limited(new RateState(BookInMemory.TRIAL, 0, 60), 1));
    clock.advance(Duration.ofSeconds(1).minusNanos(1));
    assertThat(admit(key)).isEqualTo(new Limited(new RateState(BookInMemory.TRIAL, 0, 60), 1));
    clock.advance(Duration.ofNanos(1));
    assertThat(admit(key)).isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 0, 60)));
    clock.advance(Duration.ofSeconds(41));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 40, 20)));
  }

  @Test
  void a_bucket_never_holds_more_than_a_minutes_quota() {
    String key = entitled("rex", "trial");
    clock.advance(Duration.ofDays(40));
    drain(key, 60);
    assertThat(admit(key)).isInstanceOf(Limited.class);
    clock.advance(Duration.ofDays(400));
    drain(key, 60);
    assertThat(admit(key)).isInstanceOf(Limited.class);
  }

  @Test
  void all_keys_of_an_organization_share_a_bucket_and_organizations_do_not() {
    String key = entitled("rex", "trial");
    String second = book.issueKey("rex", null, null).orElseThrow().secret().text();
    String stranger = entitled("odeon", "trial");
    drain(key, 59);
    assertThat(admit(second))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 0, 60)));
    assertThat(admit(key)).isInstanceOf(Limited.class);
    assertThat(admit(second)).isInstanceOf(Limited.class);
    assertThat(admit(stranger))
        .isEqualTo(new Admitted("odeon", new RateState(BookInMemory.TRIAL, 59, 1)));
  }

  @Test
  void another_plan_has_another_bucket_and_the_first_one_does_not_fill_up_by_that() {
    String key = entitled("rex", "trial");
    drain(key, 60);
    assertThat(admit(key)).isInstanceOf(Limited.class);
    grant("rex", new Entitlement("standard", HandClock.START, null));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 599, 1)));
    grant("rex", new Entitlement("trial", HandClock.START, null));
    assertThat(admit(key)).isInstanceOf(Limited.class);
  }

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
  void what_cost_nothing_is_given_back() {
    String key = entitled("rex", "trial");
    drain(key, 20);
    Admitted admitted = (Admitted) admit(key);
    assertThat(admitted.rate()).isEqualTo(new RateState(BookInMemory.TRIAL, 39, 21));
    assertThat(gate.giveBack(admitted))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 40, 20)));
  }

  @Test
  void giving_back_into_a_full_bucket_makes_no_token() {
    String key = entitled("rex", "trial");
    Admitted admitted = (Admitted) admit(key);
    clock.advance(Duration.ofSeconds(2));
    assertThat(gate.giveBack(admitted))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.TRIAL, 60, 0)));
    drain(key, 60);
    assertThat(admit(key)).isInstanceOf(Limited.class);
  }

  @Test
  void a_token_goes_back_to_the_plan_it_was_taken_from() {
    String key = entitled("rex", "trial");
    Admitted admitted = (Admitted) admit(key);
    grant("rex", new Entitlement("standard", HandClock.START, null));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 599, 1)));
    assertThat(gate.giveBack(admitted).rate()).isEqualTo(new RateState(BookInMemory.TRIAL, 60, 0));
    assertThat(admit(key))
        .isEqualTo(new Admitted("rex", new RateState(BookInMemory.STANDARD, 598, 1)));
  }

  @Test
  void without_a_rate_nothing_is_given_back() {
    String key = entitled("rex", "unlimited");
    Admitted admitted = (Admitted) admit(key);
    assertThat(gate.giveBack(admitted)).isEqualTo(admitted);
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
    for (int time = 0; time < 500; time++) {
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
