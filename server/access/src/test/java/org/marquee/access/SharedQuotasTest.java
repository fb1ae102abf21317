package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.Cases;

/// Several nodes give an organization what one node alone would give it: at most a tenth more in
/// any minute, and nearly all of it wherever its requests arrive.
@NullMarked
class SharedQuotasTest {
  private static final Duration STEP = Duration.ofMillis(5);
  private static final int STEPS_A_SECOND = 200;

  private final HandClock clock = new HandClock();
  private final RatesInMemory rates = new RatesInMemory(clock);
  private final List<Node> nodes = new ArrayList<>();
  private Plan plan = new Plan("trial", OptionalInt.of(60));
  private ReferenceBucket reference = new ReferenceBucket(Rate.of(60));

  /// A node that settles each 100 ms or so, and when a bucket asks for it.
  private final class Node {
    private final RateBuckets quotas = new RateBuckets(() -> Instant.EPOCH, clock::nanoTime);
    private final SharedRates own;
    private final int phase;
    private int accepted;
    private boolean dead;

    Node(long id) {
      own = rates.of(id);
      phase = (int) (id * 7 % 20);
      settle();
    }

    void settle() {
      try {
        quotas.settle(own);
      } catch (AccessUnavailable _) {
        // it uses the tokens that it has
      }
    }

    void step(int step) {
      try {
        if (quotas.awaitDemand(Duration.ZERO) || step % 20 == phase) {
          settle();
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    boolean request() {
      boolean taken = quotas.take("rex", plan) instanceof Admission.Admitted;
      reference.request(taken);
      accepted += taken ? 1 : 0;
      return taken;
    }
  }

  /// The bucket of the plan, as one node alone would keep it.
  private static final class ReferenceBucket {
    private final Rate rate;

    /// The tokens that are left; below zero, the nodes gave out more than the plan has.
    private double level;

    /// What one node would have given out.
    private double fair;

    private int given;
    private double lowest;
    private double single;

    ReferenceBucket(Rate rate) {
      this.rate = rate;
      level = rate.burst();
      single = rate.burst();
    }

    void advance() {
      double gain = rate.perMinute() / 60.0 / STEPS_A_SECOND;
      level = Math.min(rate.burst(), level + gain);
      single = Math.min(rate.burst(), single + gain);
    }

    void request(boolean taken) {
      if (taken) {
        level -= 1;
        given++;
        lowest = Math.min(lowest, level);
      }
      if (single >= 1) {
        single -= 1;
        fair++;
      }
    }
  }

  private void start(int count, int quota) {
    start(count, Rate.of(quota));
  }

  private void start(int count, Rate rate) {
    plan = new Plan("trial", Optional.of(rate), false, OptionalLong.empty());
    reference = new ReferenceBucket(rate);
    for (int id = 1; id <= count; id++) {
      nodes.add(new Node(id));
    }
    run(1, _ -> -1, 0);
  }

  /// Lets time pass while requests arrive.
  ///
  /// @param node which node gets the request with this number; -1: none
  private void run(double seconds, IntUnaryOperator node, double requestsASecond) {
    double due = 0;
    int number = 0;
    for (int step = 0; step < seconds * STEPS_A_SECOND; step++) {
      clock.advance(STEP);
      reference.advance();
      for (due += requestsASecond / STEPS_A_SECOND; due >= 1; due--) {
        int to = node.applyAsInt(number++);
        if (to >= 0) {
          nodes.get(to).request();
        }
      }
      for (Node each : nodes) {
        if (!each.dead) {
          each.step(step);
        }
      }
    }
  }

  /// What all nodes together may give out too early.
  private double overdraft() {
    Rate rate = reference.rate;
    double late = rate.burst() < rate.perMinute() ? rate.perMinute() / 60.0 : 0;
    return nodes.size() * Math.max(1, rate.burst() / (20 * nodes.size())) + late + 0.01;
  }

  @ParameterizedTest
  @Cases(
      """
      2, 60, 60 | 4, 600, 600 | 4, 6000, 6000 | 7, 60, 60 | 2, 600, 60 | 4, 60, 600
      """)
  void an_organization_on_all_nodes_gets_its_rate(int count, int quota, int burst) {
    start(count, new Rate(quota, burst));
    run(120, number -> number % count, quota / 60.0 * 3);
    assertThat(reference.lowest).isGreaterThanOrEqualTo(-overdraft());
    assertThat((double) reference.given).isGreaterThan(reference.fair * 0.95);
  }

  @ParameterizedTest
  @Cases(
      """
      2, 60, 60 | 4, 600, 600 | 4, 6000, 6000 | 7, 60, 60 | 2, 600, 60 | 4, 60, 600
      """)
  void an_organization_on_one_node_gets_its_rate(int count, int quota, int burst) {
    start(count, new Rate(quota, burst));
    run(120, _ -> 0, quota / 60.0 * 3);
    assertThat(reference.lowest).isGreaterThanOrEqualTo(-overdraft());
    assertThat((double) reference.given).isGreaterThan(reference.fair * 0.95);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "4"})
  void no_traffic_gets_more_than_the_rate(long seed) {
    Random random = new Random(seed);
    int count = random.nextInt(2, 6);
    int perMinute = List.of(6, 60, 600, 3000).get(random.nextInt(4));
    int burst =
        List.of(perMinute, perMinute, perMinute * 3, Math.ceilDiv(perMinute, 4))
            .get(random.nextInt(4));
    start(count, new Rate(perMinute, burst));
    for (int turn = 0; turn < 40; turn++) {
      int favourite = random.nextInt(count);
      double loyalty = random.nextDouble();
      double rate =
          reference.rate.perMinute()
              / 60.0
              * List.of(0.0, 0.3, 1.0, 5.0, 60.0).get(random.nextInt(5));
      run(
          random.nextDouble() * 20,
          _ -> random.nextDouble() < loyalty ? favourite : random.nextInt(count),
          rate);
    }
    assertThat(reference.lowest).isGreaterThanOrEqualTo(-overdraft());
    assertThat((double) reference.given).isGreaterThan(reference.fair * 0.9);
  }

  @Test
  void a_rate_that_is_not_used_up_is_never_refused() {
    start(4, 600);
    int[] refused = {0};
    for (int round = 0; round < 30; round++) {
      // ten requests at once on another node each second: a client that the balancer moves
      int to = round % 4;
      for (int request = 0; request < 10; request++) {
        refused[0] += nodes.get(to).request() ? 0 : 1;
      }
      run(1, _ -> -1, 0);
    }
    assertThat(refused[0]).isZero();
  }

  @Test
  void the_burst_of_a_minute_is_nearly_all_on_one_node_within_a_second() {
    start(4, 60);
    run(1, _ -> 2, 1000);
    assertThat(reference.given).isBetween(57, 61);
  }

  @Test
  void a_full_bucket_is_split_among_nodes_that_all_begin_at_once() {
    start(4, 60);
    run(0.005, number -> number % 4, 200 * 200);
    assertThat(reference.given).isBetween(28, 32);
    run(0.5, number -> number % 4, 2000);
    assertThat(reference.given).isBetween(57, 64);
  }

  @Test
  void the_answer_says_what_is_left_on_all_nodes_together() {
    start(2, 60);
    assertThat(nodes.get(0).quotas.take("rex", plan))
        .isEqualTo(new Admission.Admitted("rex", new RateState(plan, 59, 1)));
    run(0.2, number -> number % 2, 100);
    assertThat(nodes.get(1).quotas.take("rex", plan))
        .isInstanceOfSatisfying(
            Admission.Admitted.class,
            draw ->
                assertThat(Objects.requireNonNull(draw.rate()).remaining()).isBetween(30L, 45L));
  }

  @Test
  void a_node_that_dies_gives_its_tokens_back_within_six_seconds() {
    start(2, 600);
    run(0.2, _ -> 0, 2000); // the first node takes nearly all there is
    nodes.get(0).dead = true;
    int before = reference.given;
    run(7, _ -> 1, 200);
    assertThat((double) reference.given - before).isGreaterThan(600 - before);
    assertThat(reference.lowest).isGreaterThanOrEqualTo(-60);
  }

  @Test
  void a_node_that_stops_gives_its_tokens_back_at_once() {
    start(2, 600);
    run(1, _ -> 0, 100);
    nodes.get(0).quotas.leave(nodes.get(0).own);
    nodes.get(0).dead = true;
    run(1, _ -> 1, 2000);
    assertThat(reference.given).isBetween(605, 621);
    assertThat(reference.lowest).isGreaterThanOrEqualTo(-overdraft());
  }

  @Test
  void a_node_that_joins_does_not_add_to_the_rate() {
    start(1, 600);
    run(20, _ -> 0, 50);
    nodes.add(new Node(9));
    run(60, number -> number % 2, 100);
    assertThat(reference.lowest).isGreaterThanOrEqualTo(-overdraft());
    assertThat((double) reference.given).isGreaterThan(reference.fair * 0.95);
  }

  @Test
  void two_nodes_that_do_not_know_of_each_other_yet_pay_back_within_the_minute() {
    start(1, 600);
    nodes.add(new Node(9));
    int before = reference.given;
    // both begin with their first share
    for (int request = 0; request < 600; request++) {
      nodes.get(0).request();
      nodes.get(1).request();
    }
    run(60, number -> number % 2, 100);
    assertThat(reference.given - before).isLessThanOrEqualTo(1210);
  }

  @Test
  void while_the_store_is_away_each_node_has_its_part_of_the_rate() {
    start(4, 600);
    run(30, number -> number % 4, 100);
    rates.away = true;
    run(3, number -> number % 4, 100);
    int before = reference.given;
    run(60, number -> number % 4, 100);
    assertThat(reference.given - before).isBetween(580, 605);
    rates.away = false;
    run(60, number -> number % 4, 100);
    assertThat(reference.given - before).isBetween(1170, 1230);
    assertThat(reference.lowest).isGreaterThanOrEqualTo(-overdraft());
  }

  @Test
  void while_the_store_is_away_an_organization_on_one_node_has_the_part_of_that_node() {
    start(4, 600);
    run(30, _ -> 0, 100);
    rates.away = true;
    run(3, _ -> 0, 100);
    int before = reference.given;
    run(60, _ -> 0, 100);
    assertThat(reference.given - before).isBetween(145, 160);
  }

  @Test
  void the_last_node_has_the_whole_bucket_again() {
    start(3, 60);
    run(10, number -> number % 3, 20);
    nodes.get(1).dead = true;
    nodes.get(2).dead = true;
    run(70, _ -> -1, 0);
    int before = nodes.get(0).accepted;
    for (int request = 0; request < 100; request++) {
      nodes.get(0).request();
    }
    assertThat(nodes.get(0).accepted - before).isEqualTo(60);
  }

  @Test
  void a_plan_of_few_requests_works_on_many_nodes() {
    start(4, 2);
    run(240, number -> number % 4, 1);
    assertThat((double) reference.given).isGreaterThanOrEqualTo(8);
    assertThat(reference.lowest).isGreaterThanOrEqualTo(-overdraft());
  }
}
