package org.marquee.access;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.VerboseResult;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;

/// The token buckets of this node, one for each organization on each limited plan.
///
/// A bucket holds one minute's quota, starts full and is filled evenly. The plan is part of what a
/// bucket is found by: while an entitlement ends, requests that see it and requests that do not
/// each draw on their own bucket, instead of replacing the other's by a full one in turn.
final class Quotas {
  private static final Duration WINDOW = Duration.ofSeconds(RateState.WINDOW_SECONDS);

  private record Owner(String organization, Plan plan) {}

  /// What came of asking for a token.
  sealed interface Draw {
    /// There was one.
    record Taken(RateState rate) implements Draw {}

    /// There was none.
    ///
    /// @param waitSeconds until there is a token again, rounded up, at least 1
    record Empty(RateState rate, long waitSeconds) implements Draw {}
  }

  private final ConcurrentMap<Owner, Bucket> buckets = new ConcurrentHashMap<>();
  private final TimeMeter meter;

  Quotas(LongSupplier nanoTime) {
    this.meter = new Meter(nanoTime);
  }

  /// Takes a token, if there is one.
  ///
  /// @param plan one with a limit
  Draw take(String organization, Plan plan) {
    ConsumptionProbe probe = bucket(new Owner(organization, plan)).tryConsumeAndReturnRemaining(1);
    RateState rate =
        new RateState(plan, probe.getRemainingTokens(), seconds(probe.getNanosToWaitForReset()));
    return probe.isConsumed()
        ? new Draw.Taken(rate)
        : new Draw.Empty(rate, Math.max(1, seconds(probe.getNanosToWaitForRefill())));
  }

  /// Puts back a token that was taken on `plan`; a full bucket stays full.
  RateState giveBack(String organization, Plan plan) {
    VerboseResult<?> after = bucket(new Owner(organization, plan)).asVerbose().addTokens(1);
    VerboseResult.Diagnostics state = after.getDiagnostics();
    return new RateState(
        plan, state.getAvailableTokens(), seconds(state.calculateFullRefillingTime()));
  }

  /// Forgets the buckets of organizations and plans that are not `known` together.
  void keep(BiPredicate<String, Plan> known) {
    buckets.keySet().removeIf(owner -> !known.test(owner.organization(), owner.plan()));
  }

  private Bucket bucket(Owner owner) {
    Bucket bucket = buckets.get(owner);
    // computeIfAbsent may lock, even where there is one.
    return bucket != null ? bucket : buckets.computeIfAbsent(owner, this::full);
  }

  private Bucket full(Owner owner) {
    int quota = owner.plan().requestsPerMinute().orElseThrow();
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(quota).refillGreedy(quota, WINDOW))
        .withCustomTimePrecision(meter)
        .build();
  }

  private static long seconds(long nanos) {
    return Math.ceilDiv(nanos, TimeUnit.SECONDS.toNanos(1));
  }

  private record Meter(LongSupplier nanoTime) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanoTime.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
