package org.marquee.listing;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;

/// The terms of providers, read again after a few seconds: pages show them far more often than they
/// change. While they cannot be read, those that were read last stay. Safe for many threads.
public final class KeptTerms implements SourceTerms.TermsOf {
  private static final Duration FRESH = Duration.ofSeconds(2);

  private final SourceTerms.TermsOf stored;
  private volatile Kept kept = new Kept(Collections.emptySortedMap(), 0);
  private volatile boolean begun;

  /// @param stored reads them
  public KeptTerms(SourceTerms.TermsOf stored) {
    this.stored = stored;
  }

  private record Kept(SortedMap<String, SourceTerms> terms, long at) {}

  @Override
  public SortedMap<String, SourceTerms> byProvider() {
    Kept known = kept;
    long now = System.nanoTime();
    if (begun && now - known.at() < FRESH.toNanos()) {
      return known.terms();
    }
    // Others go on with the old ones meanwhile.
    kept = new Kept(known.terms(), now);
    begun = true;
    try {
      kept = new Kept(stored.byProvider(), now);
    } catch (ListingsUnavailable _) {
      return known.terms();
    }
    return kept.terms();
  }
}
