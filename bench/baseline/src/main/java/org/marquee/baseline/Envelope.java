package org.marquee.baseline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list response.
record Envelope<T>(List<T> data, Pagination pagination, Freshness freshness) {

  /// @param nextCursor null on the last page, and written so
  record Pagination(@Nullable String nextCursor, boolean hasMore) {}

  @JsonInclude(Include.NON_NULL)
  record Freshness(Instant observedAt, @Nullable Instant sourceUpdatedAt) {
    static Freshness of(List<? extends Observed> page) {
      Instant observed = page.getFirst().provenance().observedAt();
      Instant updated = page.getFirst().provenance().sourceUpdatedAt();
      for (Observed each : page) {
        observed = earlier(observed, each.provenance().observedAt());
        Instant word = each.provenance().sourceUpdatedAt();
        updated = updated == null || word == null ? null : earlier(updated, word);
      }
      return new Freshness(observed, updated);
    }

    private static Instant earlier(Instant a, Instant b) {
      return a.isBefore(b) ? a : b;
    }
  }

  /// A single response.
  record Single<T>(T data, Freshness freshness) {}

  /// What has a provenance.
  interface Observed {
    Provenance provenance();
  }

  @JsonInclude(Include.NON_NULL)
  record Provenance(
      Instant observedAt, @Nullable Instant sourceUpdatedAt, String provider, String externalId) {}
}
