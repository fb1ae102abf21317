package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.access.TokenBucket.Sharing;

/// Threads read the clock and then come to the bucket, in another order.
@NullMarked
class TokenBucketTest {
  private static final int QUOTA = 60;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void no_time_fills_it_twice(int nodes) {
    Sharing sharing = nodes == 1 ? Sharing.ALONE : new Sharing(nodes, 0);
    TokenBucket bucket = unused(sharing);
    long late = TimeUnit.SECONDS.toNanos(40);
    // Nodes that lost each other fill their buckets by themselves, after a while.
    drain(bucket, sharing, late);
    late += TimeUnit.SECONDS.toNanos(10);
    assertThat(drain(bucket, sharing, late)).isEqualTo(10 / nodes);
    assertThat(drain(bucket, sharing, late - TimeUnit.SECONDS.toNanos(9))).isZero();
    bucket.giveBack(sharing, late - TimeUnit.SECONDS.toNanos(8));
    assertThat(drain(bucket, sharing, late)).as("the one that was given back").isEqualTo(1);
  }

  @Test
  void what_is_given_out_during_a_settlement_counts_as_given_out() {
    Sharing sharing = new Sharing(2, 0);
    TokenBucket bucket = unused(sharing);
    SharedRates.Claim claim = bucket.claim(sharing, Duration.ZERO, 0);
    assertThat(bucket.take(sharing, 0)).isTrue();
    bucket.settle(claim, claim.held(), 0);
    bucket.noteElsewhere(0, 0);
    assertThat(bucket.remaining(sharing, 0)).isEqualTo(Math.round(claim.held()) - 1);
  }

  @Test
  void who_is_refused_waits_for_a_second_at_least_although_other_nodes_have_tokens() {
    Sharing sharing = new Sharing(2, 0);
    TokenBucket bucket = unused(sharing);
    drain(bucket, sharing, 0);
    bucket.noteElsewhere(QUOTA, 0);
    assertThat(bucket.secondsUntilToken(sharing, 0)).isEqualTo(1);
  }

  private static TokenBucket unused(Sharing sharing) {
    return TokenBucket.unused(
        BucketId.of("rex", new Plan("trial", OptionalInt.of(QUOTA))), sharing, 0);
  }

  private static int drain(TokenBucket bucket, Sharing sharing, long now) {
    int taken = 0;
    while (bucket.take(sharing, now)) {
      taken++;
    }
    return taken;
  }
}
