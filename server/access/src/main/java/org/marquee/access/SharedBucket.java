package org.marquee.access;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.access.SharedRates.Claim;

/// The token bucket of one organization, divided among the nodes that serve: immutable.
///
/// Each token is in one place: with one node, or undivided. A node answers from the tokens that it
/// holds and settles in the background, so the sum over all nodes keeps the plan's rate, however
/// late a settlement is. What a settlement gives a node depends on what each node wants:
///
/// - If there is enough, a node has what it wants. Half of the rest is divided evenly, so that each
///   node can answer a burst at once, and half stays undivided, for the node that needs more first.
/// - If there is not enough, the tokens are divided in proportion to what the nodes want.
///
/// A bucket that nobody uses is stored nowhere; each node knows that it may begin with
/// [#firstShare]. A node may give out a few tokens that others hold (docs/decisions/0161), and more
/// by accident: if two nodes do not know of each other yet, or an answer of the store is lost. That
/// makes the undivided part negative, so it is paid back before anybody gets more.
///
/// The idea is that of leases of capacity (Doorman, "Global Distributed Client Side Rate Limiting",
/// 2016) with tokens in place of rates, so that a burst moves between nodes too.
///
/// @param undivided tokens that no node holds; negative while the nodes hold too many
/// @param settled when `undivided` was last brought up to date, by the clock of the store
/// @param shares by node
public record SharedBucket(double undivided, Instant settled, Map<Long, Share> shares) {
  private static final double MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  /// The part of one node, as of its last settlement.
  ///
  /// @param held tokens that it may give out
  /// @param wanted how many requests had asked it for one lately
  public record Share(double held, double wanted) {}

  public SharedBucket {
    shares = Map.copyOf(shares);
  }

  /// A full bucket, of which each node holds its first share.
  public static SharedBucket full(Rate rate, Set<Long> nodes, Instant now) {
    double first = firstShare(rate, nodes.size());
    Map<Long, Share> shares = HashMap.newHashMap(nodes.size());
    nodes.forEach(node -> shares.put(node, new Share(first, 0)));
    return new SharedBucket(rate.burst() - first * nodes.size(), now, shares);
  }

  /// Tokens with which a node may begin to answer from a bucket that nobody uses yet.
  public static int firstShare(Rate rate, int nodes) {
    return nodes == 1 ? rate.burst() : Math.max(1, rate.burst() / (2 * nodes));
  }

  /// All tokens but those that this node holds.
  public double elsewhere(long node) {
    return total() - held(node);
  }

  /// What the node holds; 0 where it is not known.
  public double held(long node) {
    Share share = shares.get(node);
    return share == null ? 0 : share.held();
  }

  /// Takes a node's claim and gives the node its share.
  ///
  /// @param live the nodes that serve, this one among them; all others give back what they hold
  /// @param now by the clock of the store
  public SharedBucket settle(Rate rate, long node, Claim claim, Set<Long> live, Instant now) {
    SharedBucket reported = reported(rate, node, claim, live, now);
    double change = reported.change(node, claim.wanted(), live.size());
    Map<Long, Share> shares = new HashMap<>(reported.shares);
    shares.put(node, new Share(claim.held() + change, claim.wanted()));
    return new SharedBucket(reported.undivided - change, reported.settled, shares);
  }

  /// Whether a settlement matters now: the node has no share yet, has something to report, or holds
  /// more than its share. All else can wait.
  ///
  /// @param claim null where the node does not know of the bucket
  public boolean isDue(Rate rate, long node, @Nullable Claim claim, Set<Long> live, Instant now) {
    return claim == null
        || live.size() == 1
        || claim.urgent()
        || settle(rate, node, claim, live, now).held(node) < claim.held();
  }

  /// Takes back all that a node holds: it stops.
  public SharedBucket without(long node, Claim claim) {
    Map<Long, Share> shares = new HashMap<>(this.shares);
    shares.remove(node);
    double back = claim.held() - (claim.base() - held(node));
    return new SharedBucket(undivided + back, settled, shares);
  }

  private SharedBucket reported(Rate rate, long node, Claim claim, Set<Long> live, Instant now) {
    Map<Long, Share> shares = new HashMap<>(this.shares);
    shares.keySet().retainAll(live);
    double left = undivided;
    for (Map.Entry<Long, Share> each : this.shares.entrySet()) {
      left += live.contains(each.getKey()) ? 0 : each.getValue().held();
    }
    left -= claim.base() - held(node);
    shares.put(node, new Share(claim.held(), claim.wanted()));
    double divided = shares.values().stream().mapToDouble(Share::held).sum();
    double refill =
        Math.max(0, Duration.between(settled, now).toNanos()) * rate.perMinute() / MINUTE_NANOS;
    return new SharedBucket(
        Math.min(left + refill, rate.burst() - divided),
        now.isAfter(settled) ? now : settled,
        shares);
  }

  /// How many whole tokens the node gets, or gives back where it is negative.
  private double change(long node, double wanted, int nodes) {
    double target = target(wanted, nodes);
    double missing = target - held(node);
    return missing > 0
        ? Math.max(0, Math.floor(Math.min(missing, undivided)))
        : -Math.floor(-missing);
  }

  private double target(double wanted, int nodes) {
    double total = Math.max(0, total());
    if (nodes == 1) {
      return total;
    }
    double allWanted = shares.values().stream().mapToDouble(Share::wanted).sum();
    double spare = total - allWanted;
    double target =
        spare >= 0
            ? Math.ceil(wanted) + Math.floor(spare / (2 * nodes))
            : Math.floor(total * wanted / allWanted);
    // Who waits for a token gets a whole one, however small the shares are.
    return wanted > 0 ? Math.max(1, target) : target;
  }

  private double total() {
    return undivided + shares.values().stream().mapToDouble(Share::held).sum();
  }
}
