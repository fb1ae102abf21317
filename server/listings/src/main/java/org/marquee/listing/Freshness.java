package org.marquee.listing;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How old an answer may be at worst (docs/api.md, "Freshness").
///
/// @param observedAt the oldest observation in the answer
/// @param sourceUpdatedAt the oldest word of a source, only where every record in the answer has
///   one
public record Freshness(Instant observedAt, @Nullable Instant sourceUpdatedAt) {

  /// The freshness of one record is its own.
  public static Freshness of(Provenance provenance) {
    return new Freshness(provenance.observedAt(), provenance.sourceUpdatedAt());
  }

  /// An answer that has only the time of the last check.
  public static Freshness observed(Instant at) {
    return new Freshness(at, null);
  }

  /// The freshness of a page: no fresher than its oldest record.
  ///
  /// @throws IllegalArgumentException if the page is empty: what an empty page claims depends on
  ///   the question
  public static <T> Freshness of(List<T> page, Function<T, Provenance> provenance) {
    if (page.isEmpty()) {
      throw new IllegalArgumentException("an empty page has no oldest record");
    }
    Freshness oldest = of(provenance.apply(page.getFirst()));
    for (T record : page) {
      oldest = oldest.orOlder(provenance.apply(record));
    }
    return oldest;
  }

  private Freshness orOlder(Provenance other) {
    return new Freshness(
        earlier(observedAt, other.observedAt()),
        sourceUpdatedAt == null || other.sourceUpdatedAt() == null
            ? null
            : earlier(sourceUpdatedAt, other.sourceUpdatedAt()));
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
