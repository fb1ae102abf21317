package org.marquee.listing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One screening of a film at a cinema (docs/api.md, "Showtime").
///
/// @param startsAt the instant, with microseconds
/// @param offsetMinutes the cinema's local offset at that instant, east positive, −1439 to 1439
/// @param screenId the observed screen it is shown on, where one is known
/// @param screenName the screen's name as the schedule writes it, within [Screen#NAME_LENGTH]
public record Showtime(
    String id,
    String filmId,
    String cinemaId,
    Instant startsAt,
    int offsetMinutes,
    @Nullable String bookingUrl,
    Attributes attributes,
    @Nullable String screenId,
    @Nullable String screenName,
    Provenance provenance,
    @Nullable String details)
    implements ListedRecord {}
