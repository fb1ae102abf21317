package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.marquee.access.SharedRates.Claim;
import org.marquee.access.SharedRates.Settlement;
import org.marquee.access.TokenBucket.Sharing;

/// The token buckets of this node, one for each organization on each limited plan.
///
/// Requests take tokens and never wait. If several nodes serve, one thread settles with the others
/// in the background ([#settle]).
///
/// The plan is part of what a bucket is found by: while an entitlement ends, requests that see it
/// and requests that do not each draw on their own bucket, instead of replacing the other's by a
/// full one in turn.
final class RateBuckets {
  private final ConcurrentMap<BucketId, TokenBucket> buckets = new ConcurrentHashMap<>();
  private final Semaphore asking = new Semaphore(0);
  private final MonthlyQuotas months = new MonthlyQuotas();
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private volatile Sharing sharing = Sharing.ALONE;
  private long claimed;

  RateBuckets(InstantSource clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.claimed = nanoTime.getAsLong();
  }

  /// Takes a token, if there is one: then the organization is admitted as far as its rate goes.
  ///
  /// @param plan one with a limit
  Admission take(String organization, Plan plan) {
    return plan.monthlyQuota().isEmpty()
        ? draw(organization, plan)
        : drawOfMonth(organization, plan, clock.instant());
  }

  private Admission drawOfMonth(String organization, Plan plan, Instant now) {
    QuotaState quota = months.look(organization, plan, now);
    if (quota.remaining() == 0) {
      return new Admission.QuotaSpent(
          look(organization, plan),
          quota.renews(),
          Math.max(1, Math.ceilDiv(Duration.between(now, quota.renews()).toMillis(), 1000)));
    }
    Admission draw = draw(organization, plan);
    if (draw instanceof Admission.Admitted) {
      months.spend(organization, now);
    }
    return draw;
  }

  private Admission draw(String organization, Plan plan) {
    Sharing now = sharing;
    long nanos = nanoTime.getAsLong();
    TokenBucket bucket = bucket(BucketId.of(organization, plan), now, nanos);
    boolean taken = bucket.take(now, nanos);
    if (!now.isAlone() && bucket.asksForMore()) {
      asking.release();
    }
    return taken
        ? new Admission.Admitted(organization, state(plan, bucket, now, nanos))
        : new Admission.Limited(
            new RateState(plan, 0, bucket.secondsUntilFull(now, nanos)),
            bucket.secondsUntilToken(now, nanos));
  }

  /// What is left, without taking any.
  ///
  /// @param plan one with a limit
  RateState look(String organization, Plan plan) {
    Sharing now = sharing;
    long nanos = nanoTime.getAsLong();
    return state(plan, bucket(BucketId.of(organization, plan), now, nanos), now, nanos);
  }

  /// Puts back a token that was taken on `plan`; a full bucket stays full.
  RateState giveBack(String organization, Plan plan) {
    Sharing now = sharing;
    long nanos = nanoTime.getAsLong();
    TokenBucket bucket = bucket(BucketId.of(organization, plan), now, nanos);
    bucket.giveBack(now, nanos);
    if (plan.monthlyQuota().isPresent()) {
      months.giveBack(organization, clock.instant());
    }
    return state(plan, bucket, now, nanos);
  }

  /// What is left of the quota of the month.
  ///
  /// @param plan one with a quota
  QuotaState quota(String organization, Plan plan) {
    return months.look(organization, plan, clock.instant());
  }

  /// Stores what was spent of monthly quotas, and learns what other nodes stored.
  ///
  /// @param organizations all with a quota
  void save(QuotaLedger ledger, Collection<String> organizations) {
    months.save(ledger, organizations, clock.instant());
  }

  /// Forgets the buckets that are not `known`.
  void keep(Predicate<BucketId> known) {
    buckets.keySet().removeIf(id -> !known.test(id));
  }

  /// Waits until a bucket needs a settlement before the next round, and returns whether one does.
  boolean awaitDemand(Duration longest) throws InterruptedException {
    boolean demand = asking.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
    asking.drainPermits();
    return demand;
  }

  /// How many nodes share the rates, as of the last settlement.
  int nodes() {
    return sharing.nodes();
  }

  /// Settles all buckets with the other nodes. One thread at a time.
  ///
  /// @throws AccessUnavailable if the store cannot be reached. After two seconds without it, each
  ///   bucket fills with this node's part of the rate
  void settle(SharedRates rates) {
    if (sharing.isAlone()) {
      Settlement settlement = rates.settle(Map.of());
      if (settlement.nodes() == 1) {
        return;
      }
      // From here on the buckets do not fill by themselves.
      claims();
      sharing = new Sharing(settlement.nodes(), nanoTime.getAsLong());
    }
    long asked = nanoTime.getAsLong();
    Map<BucketId, Claim> claims = claims();
    Settlement settlement = rates.settle(claims);
    settlement
        .elsewhere()
        .forEach((id, elsewhere) -> {
          TokenBucket bucket = buckets.get(id);
          Claim claim = claims.get(id);
          Double granted = settlement.granted().get(id);
          if (bucket != null && claim != null && granted != null) {
            bucket.settle(claim, granted, asked);
          }
          if (bucket == null && granted != null) {
            bucket = TokenBucket.granted(id, granted, asked);
            buckets.putIfAbsent(id, bucket);
          }
          if (bucket != null) {
            bucket.noteElsewhere(elsewhere, asked);
          }
        });
    sharing = new Sharing(settlement.nodes(), asked);
    // A token that is taken from a bucket at the moment that it is forgotten is not counted.
    claims.forEach((id, claim) ->
        buckets.computeIfPresent(
            id,
            (_, bucket) ->
                settlement.elsewhere().containsKey(id) || claim.isInUse() || !bucket.isUntouched()
                    ? bucket
                    : null));
  }

  /// Gives back what this node holds of all buckets: it stops.
  void leave(SharedRates rates) {
    rates.leave(sharing.isAlone() ? Map.of() : claims());
  }

  private Map<BucketId, Claim> claims() {
    long now = nanoTime.getAsLong();
    Duration since = Duration.ofNanos(now - claimed);
    claimed = now;
    Map<BucketId, Claim> claims = new HashMap<>();
    buckets.forEach((id, bucket) -> claims.put(id, bucket.claim(sharing, since, now)));
    return claims;
  }

  private TokenBucket bucket(BucketId id, Sharing now, long nanos) {
    TokenBucket bucket = buckets.get(id);
    // computeIfAbsent may lock, even where there is one.
    return bucket != null
        ? bucket
        : buckets.computeIfAbsent(id, _ -> TokenBucket.unused(id, now, nanos));
  }

  private static RateState state(Plan plan, TokenBucket bucket, Sharing sharing, long now) {
    return new RateState(
        plan, bucket.remaining(sharing, now), bucket.secondsUntilFull(sharing, now));
  }
}
