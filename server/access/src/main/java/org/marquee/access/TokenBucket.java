package org.marquee.access;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.marquee.access.SharedRates.Claim;

/// The tokens that this node may give out for one organization. Safe for many threads; never waits
/// and takes no lock.
///
/// A node that is alone has the whole bucket ([Rate]), full at first and filled evenly. Of several
/// nodes each has its share, which changes when it settles ([SharedBucket]). While settlements
/// fail, the share fills with this node's part of the rate.
///
/// Tokens are counted in parts, so that the arithmetic is exact: each nanosecond of a bucket that
/// fills adds parts in the number of the requests a minute, and a token has as many parts as a
/// minute has nanoseconds.
final class TokenBucket {
  private static final long TOKEN = Duration.ofMinutes(1).toNanos();

  /// Nobody can make more requests a minute of one node; more would not fit into the arithmetic.
  private static final int MOST = 30_000_000;

  /// What a node gave out is settled within this time, if the bucket does not need it earlier.
  private static final long BETWEEN_REPORTS = Duration.ofSeconds(1).toNanos();

  /// After this time a request counts half, to judge how many will come.
  private static final double HALF_LIFE_NANOS = Duration.ofMillis(500).toNanos();

  /// All nodes together may give out this part of the bucket too much, until they settle.
  private static final int OVERDRAFT = 20;

  /// A node that holds fewer tokens does not ask for more before the next round.
  private static final int WORTH_ASKING = 4;

  private final Rate rate;
  private final AtomicReference<Balance> state;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile Elsewhere elsewhere;

  /// The node settles at once when it has fewer parts than this: at first with the first token.
  private volatile long low = Long.MAX_VALUE;

  private volatile boolean asking;

  private volatile boolean refused;

  // Only the thread that settles reads and writes these.
  private double wanted;
  private long reported;

  /// @param base parts of the last settlement, and those that the bucket was filled with since
  /// @param at when `parts` was right
  private record Balance(long parts, long base, long at) {}

  /// What the other nodes and the store had.
  private record Elsewhere(long parts, long at) {}

  private TokenBucket(Rate rate, long parts, long elsewhere, long now) {
    this.rate = rate;
    this.state = new AtomicReference<>(new Balance(parts, parts, now));
    this.elsewhere = new Elsewhere(elsewhere, now);
  }

  /// How many nodes share the rates, and when this one last settled.
  record Sharing(int nodes, long settled) {
    /// For so long a node waits for the next settlement before its shares fill by themselves.
    private static final long TIMEOUT = Duration.ofSeconds(2).toNanos();

    static final Sharing ALONE = new Sharing(1, 0);

    boolean isAlone() {
      return nodes == 1;
    }

    boolean isLost(long now) {
      return !isAlone() && now - settled > TIMEOUT;
    }
  }

  /// A bucket that nobody has used lately, on any node.
  static TokenBucket unused(BucketId id, Sharing sharing, long now) {
    Rate rate = countable(id.rate());
    long first = SharedBucket.firstShare(rate, sharing.nodes()) * TOKEN;
    return new TokenBucket(rate, first, rate.burst() * TOKEN - first, now);
  }

  /// The share of a bucket that another node uses.
  static TokenBucket granted(BucketId id, double granted, long now) {
    TokenBucket bucket = new TokenBucket(countable(id.rate()), parts(granted), 0, now);
    bucket.low = bucket.low(parts(granted));
    return bucket;
  }

  private static Rate countable(Rate rate) {
    return new Rate(Math.min(rate.perMinute(), MOST), Math.min(rate.burst(), MOST));
  }

  /// Takes a token, if there is one.
  boolean take(Sharing sharing, long now) {
    asked.incrementAndGet();
    while (true) {
      Balance before = state.get();
      Balance filled = filled(before, sharing, now);
      if (filled.parts < TOKEN && !mayOverdraw(filled.parts, sharing, now)) {
        refused = true;
        return false;
      }
      if (state.compareAndSet(before, new Balance(filled.parts - TOKEN, filled.base, filled.at))) {
        return true;
      }
    }
  }

  /// Whether the node may give out a token that it does not hold. It is paid back from its next
  /// share.
  private boolean mayOverdraw(long parts, Sharing sharing, long now) {
    int most = Math.max(1, rate.burst() / (OVERDRAFT * sharing.nodes));
    return !sharing.isAlone() && parts >= (1 - most) * TOKEN && left(parts, sharing, now) >= TOKEN;
  }

  /// Puts a token back; a full bucket stays full.
  void giveBack(Sharing sharing, long now) {
    state.updateAndGet(before -> {
      Balance filled = filled(before, sharing, now);
      return new Balance(Math.min(filled.parts + TOKEN, full()), filled.base, filled.at);
    });
  }

  /// Whether this node should settle soon; true once a settlement.
  boolean asksForMore() {
    if (asking || state.get().parts >= low) {
      return false;
    }
    asking = true;
    return true;
  }

  /// Tokens that are left: on all nodes together as far as this one knows.
  long remaining(Sharing sharing, long now) {
    return Math.max(0, left(sharing, now) / TOKEN);
  }

  /// Until the bucket is full again.
  long secondsUntilFull(Sharing sharing, long now) {
    return seconds(full() - left(sharing, now));
  }

  /// Until there is a token again; at least 1.
  long secondsUntilToken(Sharing sharing, long now) {
    return Math.max(1, seconds(TOKEN - left(sharing, now)));
  }

  private long left(Sharing sharing, long now) {
    return left(filled(state.get(), sharing, now).parts, sharing, now);
  }

  private long left(long own, Sharing sharing, long now) {
    if (sharing.isAlone() || sharing.isLost(now)) {
      return own;
    }
    Elsewhere others = elsewhere;
    return Math.min(full(), own + others.parts + gain(now - others.at, rate.perMinute()));
  }

  /// What this node reports of the bucket. One thread at a time.
  ///
  /// @param since the time since the last claim
  Claim claim(Sharing sharing, Duration since, long now) {
    double fading = wanted * Math.pow(0.5, since.toNanos() / HALF_LIFE_NANOS);
    wanted = asked.getAndSet(0) + (fading < 0.5 ? 0 : fading);
    Balance filled = state.updateAndGet(before -> filled(before, sharing, now));
    boolean changed = filled.base != filled.parts || wanted > 0;
    boolean urgent = changed && (asking || refused || now - reported >= BETWEEN_REPORTS);
    return new Claim(tokens(filled.base), tokens(filled.parts), wanted, urgent);
  }

  /// Takes what a settlement gave for a claim. Tokens given out since then are not counted yet.
  void settle(Claim claim, double granted, long now) {
    long held = parts(granted);
    state.updateAndGet(before ->
        new Balance(
            before.parts + held - parts(claim.held()),
            before.base + held - parts(claim.base()),
            before.at));
    low = low(held);
    asking = false;
    refused = false;
    reported = now;
  }

  /// Notes what this node does not hold.
  void noteElsewhere(double tokens, long now) {
    elsewhere = new Elsewhere(parts(tokens), now);
  }

  /// Whether nobody has asked for a token since the last claim.
  boolean isUntouched() {
    Balance now = state.get();
    return asked.get() == 0 && now.parts == now.base;
  }

  private Balance filled(Balance before, Sharing sharing, long now) {
    if (sharing.isAlone()) {
      long parts = Math.min(full(), before.parts + gain(now - before.at, rate.perMinute()));
      // For other nodes, if there will be some, this is a bucket that was full.
      return new Balance(parts, full(), later(before.at, now));
    }
    long from = sharing.settled + Sharing.TIMEOUT;
    long gained = gain(now - later(before.at, from), Math.max(1, rate.perMinute() / sharing.nodes));
    long part = Math.max(1, rate.burst() / sharing.nodes) * TOKEN;
    long parts = Math.max(before.parts, Math.min(part, before.parts + gained));
    return new Balance(parts, before.base + parts - before.parts, later(before.at, now));
  }

  /// A request that read the clock before another one, and comes after it, must not set the bucket
  /// back: the time between would fill it twice.
  private static long later(long one, long other) {
    return one - other > 0 ? one : other;
  }

  /// The others must not be wrong about more than a twentieth of the bucket.
  private long low(long held) {
    return held >= WORTH_ASKING * TOKEN ? Math.max(held / 2, held - full() / 20) : Long.MIN_VALUE;
  }

  /// No more than fills the bucket.
  private long gain(long nanos, int perMinute) {
    return Math.clamp(nanos, 0, Math.ceilDiv(full(), perMinute)) * perMinute;
  }

  private long full() {
    return rate.burst() * TOKEN;
  }

  private long seconds(long missing) {
    return Math.ceilDiv(missing, rate.perMinute() * 1_000_000_000L);
  }

  private static double tokens(long parts) {
    return (double) parts / TOKEN;
  }

  private static long parts(double tokens) {
    return Math.round(tokens * TOKEN);
  }
}
