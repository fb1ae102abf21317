package org.marquee.listing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a record came from (docs/api.md, "Provenance").
///
/// @param observedAt when the feed that last confirmed the record was taken
/// @param sourceUpdatedAt when the source says that it last changed the record
/// @param provider who published it, within [#PROVIDER_LENGTH]
/// @param externalId the provider's id of the record, within [#EXTERNAL_ID_LENGTH]
public record Provenance(
    Instant observedAt, @Nullable Instant sourceUpdatedAt, String provider, String externalId) {
  public static final Bounds PROVIDER_LENGTH = new Bounds(1, 80);
  public static final Bounds EXTERNAL_ID_LENGTH = new Bounds(1, 240);
}
