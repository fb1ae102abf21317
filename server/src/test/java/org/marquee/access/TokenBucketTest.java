package org.marquee.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
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
    TokenBucket bucket =
        TokenBucket.unused(
            BucketId.of("rex", new Plan("trial", OptionalInt.of(QUOTA))), sharing, 0);
    long late = TimeUnit.SECONDS.toNanos(40);
    // Nodes that lost each other fill their buckets by themselves, after a while.
    drain(bucket, sharing, late);
    late += TimeUnit.SECONDS.toNanos(10);
    assertThat(drain(bucket, sharing, late)).isEqualTo(10 / nodes);
    assertThat(drain(bucket, sharing, late - TimeUnit.SECONDS.toNanos(9))).isZero();
    bucket.giveBack(sharing, late - TimeUnit.SECONDS.toNanos(8));
    assertThat(drain(bucket, sharing, late)).as("the one that was given back").isEqualTo(1);
  }

  private static int drain(TokenBucket bucket, Sharing sharing, long now) {
    int taken = 0;
    while (bucket.take(sharing, now)) {
      taken++;
    }
    return taken;
  }
}
