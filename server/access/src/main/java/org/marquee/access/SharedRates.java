package org.marquee.access;

import java.util.Map;

/// Where nodes share the rates of organizations: who serves, and how the tokens of each bucket in
/// use are divided among them ([SharedBucket]). Implementations may block; every method throws
/// [AccessUnavailable] when what is stored cannot be reached.
public interface SharedRates {
  /// Reports what this node holds of each bucket, and takes its share of each bucket in use.
  ///
  /// A node that is alone shares nothing: it gets all that is left, and the buckets are forgotten.
  Settlement settle(Map<BucketId, Claim> claims);

  /// Gives back what this node holds: it stops.
  void leave(Map<BucketId, Claim> claims);

  /// What a node reports about one bucket. It gave out `base - held` tokens since the last
  /// settlement.
  ///
  /// @param base tokens it had after the last settlement, or gave itself; negative if it gave out
  ///   more than it had
  /// @param held tokens it has now
  /// @param wanted how many requests asked for one lately
  /// @param urgent whether it has something to report. Otherwise this is only needed if other nodes
  ///   want what it holds
  record Claim(double base, double held, double wanted, boolean urgent) {
    /// The report of a node that does not use a bucket.
    public static Claim idle(double held) {
      return new Claim(held, held, 0, false);
    }

    /// Whether the node uses the bucket.
    public boolean isInUse() {
      return base != held || wanted > 0;
    }
  }

  /// What came of a settlement.
  ///
  /// @param nodes how many nodes serve, this one included; at least 1
  /// @param elsewhere of each bucket in use, the tokens that this node does not hold. All other
  ///   buckets are full, and each node may begin with [SharedBucket#firstShare]
  /// @param granted tokens that this node holds from now on, as of its claims; only of the buckets
  ///   that it settled
  record Settlement(int nodes, Map<BucketId, Double> elsewhere, Map<BucketId, Double> granted) {}
}
