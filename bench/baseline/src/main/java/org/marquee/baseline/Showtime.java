package org.marquee.baseline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.baseline.Envelope.Observed;
import org.marquee.baseline.Envelope.Provenance;

@JsonInclude(Include.NON_NULL)
record Showtime(
    String id,
    String filmId,
    String cinemaId,
    OffsetDateTime startsAt,
    @Nullable String bookingUrl,
    List<String> attributeIds,
    @Nullable String screenId,
    @Nullable String screenName,
    Provenance provenance)
    implements Observed {}
