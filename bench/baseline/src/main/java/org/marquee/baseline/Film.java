package org.marquee.baseline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.marquee.baseline.Envelope.Observed;
import org.marquee.baseline.Envelope.Provenance;

@JsonInclude(Include.NON_NULL)
record Film(
    String id,
    String title,
    @Nullable Integer durationMinutes,
    @Nullable String certification,
    @Nullable String posterUrl,
    @Nullable LocalDate releaseDate,
    @Nullable String extCatalogAId,
    @Nullable String extCatalogBId,
    Provenance provenance)
    implements Observed {}
