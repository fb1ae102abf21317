package org.marquee.access.usage;

import java.time.Instant;

/// What one key was used for in one hour.
///
/// @param keyId empty where an external gateway named the organization
/// @param operation its name, as the metrics have it: `films/id` for `/v1/films/{filmId}`
/// @param hour its beginning
public record UsageRow(
    String organization, String keyId, String operation, Instant hour, UsageCounts counts) {}
