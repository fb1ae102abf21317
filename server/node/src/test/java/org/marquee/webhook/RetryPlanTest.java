package org.marquee.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class RetryPlanTest {
  private static final RetryPlan PLAN =
      new RetryPlan(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofHours(1));

  @Test
  void pauses_grow_fourfold_up_to_the_longest_until_the_message_is_too_old() {
    assertThat(PLAN.pause(1, Duration.ZERO)).hasValue(Duration.ofSeconds(10));
    assertThat(PLAN.pause(3, Duration.ZERO)).hasValue(Duration.ofSeconds(160));
    assertThat(PLAN.pause(90, Duration.ZERO)).hasValue(Duration.ofMinutes(5));
    assertThat(PLAN.pause(90, Duration.ofMinutes(55))).hasValue(Duration.ofMinutes(5));
    assertThat(PLAN.pause(90, Duration.ofMinutes(56))).isEmpty();
  }
}
