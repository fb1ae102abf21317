package org.marquee.snapshot.record;

import org.marquee.listing.Freshness;

/// Finds the freshness of a page while it is being written: no fresher than its oldest record
/// (docs/api.md, "Freshness").
public final class FreshnessAccumulator {
  private long observed = Long.MAX_VALUE;
  private long updated = Long.MAX_VALUE;
  private boolean silent;

  /// A record on the page.
  ///
  /// @param observedAt in microseconds
  /// @param sourceUpdatedAt in microseconds, or [Observation#NEVER]
  void add(long observedAt, long sourceUpdatedAt) {
    observed = Math.min(observed, observedAt);
    updated = Math.min(updated, sourceUpdatedAt);
    silent |= sourceUpdatedAt == Observation.NEVER;
  }

  /// The freshness of the records added, at least one.
  public Freshness freshness() {
    return new Freshness(Micros.instant(observed), silent ? null : Micros.instant(updated));
  }
}
