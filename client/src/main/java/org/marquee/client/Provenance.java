package org.marquee.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a record comes from, and when it was last confirmed.
///
/// @param observedAt when the feed was taken that last confirmed the record
/// @param sourceUpdatedAt when the source last changed the record, where it says so
/// @param provider who published the feed
/// @param externalId the provider's own id
public record Provenance(
    Instant observedAt, @Nullable Instant sourceUpdatedAt, String provider, String externalId) {
  static Provenance read(JsonObject json) {
    return new Provenance(
        json.instant("observedAt"),
        json.optionalInstant("sourceUpdatedAt"),
        json.text("provider"),
        json.text("externalId"));
  }
}
