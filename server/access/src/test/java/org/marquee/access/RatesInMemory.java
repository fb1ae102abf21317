package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/// The store that nodes share rates in, without a database. Its clock is set by hand.
@NullMarked
final class RatesInMemory {
  private static final Duration GONE = Duration.ofSeconds(5);

  private final HandClock clock;
  private final Map<BucketId, SharedBucket> buckets = new HashMap<>();
  private final Map<Long, Instant> seen = new HashMap<>();
  boolean away;

  RatesInMemory(HandClock clock) {
    this.clock = clock;
  }

  SharedRates of(long node) {
    return new SharedRates() {
      @Override
      public Settlement settle(Map<BucketId, Claim> claims) {
        return RatesInMemory.this.settle(node, claims);
      }

      @Override
      public void leave(Map<BucketId, Claim> claims) {
        reach();
        seen.remove(node);
        claims.forEach((id, claim) ->
            buckets.computeIfPresent(id, (_, bucket) -> bucket.without(node, claim)));
      }
    };
  }

  private SharedRates.Settlement settle(long node, Map<BucketId, SharedRates.Claim> claims) {
    reach();
    Instant now = clock.instant();
    seen.put(node, now);
    seen.values().removeIf(sign -> sign.isBefore(now.minus(GONE)));
    Set<Long> live = seen.keySet();
    Map<BucketId, Double> granted = new HashMap<>();
    Map<BucketId, Double> elsewhere = new HashMap<>();
    buckets
        .values()
        .removeIf(bucket -> bucket.settled().isBefore(now.minus(Duration.ofMinutes(2))));
    claims.forEach((id, claim) -> {
      if (live.size() > 1 && claim.isInUse()) {
        buckets.computeIfAbsent(id, _ -> SharedBucket.full(id.rate(), live, now));
      }
    });
    Map.copyOf(buckets)
        .forEach((id, bucket) -> {
          SharedBucket next = bucket;
          if (bucket.isDue(id.rate(), node, claims.get(id), live, now)) {
            SharedRates.Claim claim =
                claims.getOrDefault(id, SharedRates.Claim.idle(bucket.held(node)));
            next = bucket.settle(id.rate(), node, claim, live, now);
            granted.put(id, next.held(node));
          }
          buckets.put(id, next);
          elsewhere.put(id, next.elsewhere(node));
        });
    if (live.size() == 1) {
      buckets.clear();
    }
    return new SharedRates.Settlement(live.size(), elsewhere, granted);
  }

  private void reach() {
    if (away) {
      throw new AccessUnavailable("away", new IllegalStateException());
    }
  }
}
