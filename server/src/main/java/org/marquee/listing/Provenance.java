package org.marquee.listing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Where a record came from (specification 2.1).
///
/// @param observedAt when the feed that last confirmed the record was taken
/// @param sourceUpdatedAt when the source says that it last changed the record
/// @param provider who told us, 1 to 80 code points
/// @param externalId what the provider calls the record, 1 to 240 code points
public record Provenance(
    Instant observedAt, @Nullable Instant sourceUpdatedAt, String provider, String externalId) {}
