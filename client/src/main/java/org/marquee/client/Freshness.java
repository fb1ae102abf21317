package org.marquee.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How fresh an answer is: as its oldest record.
///
/// @param observedAt the oldest of its records
/// @param sourceUpdatedAt the oldest of its records, where every record has one
public record Freshness(Instant observedAt, @Nullable Instant sourceUpdatedAt) {
  static Freshness read(JsonObject json) {
    return new Freshness(json.instant("observedAt"), json.optionalInstant("sourceUpdatedAt"));
  }
}
