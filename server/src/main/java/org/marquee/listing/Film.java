package org.marquee.listing;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A film (specification 2.4).
///
/// @param durationMinutes running time, 0 to 1000 minutes
/// @param certification the age rating as its country writes it, 1 to 32 code points
/// @param extCatalogAId id in the first external catalogue, a positive integer without leading
///   zeros
/// @param extCatalogBId id in the second, `tt` and 7 to 10 digits
public record Film(
    String id,
    String title,
    @Nullable Integer durationMinutes,
    @Nullable String certification,
    @Nullable String posterUrl,
    @Nullable LocalDate releaseDate,
    @Nullable String extCatalogAId,
    @Nullable String extCatalogBId,
    Provenance provenance) {}
