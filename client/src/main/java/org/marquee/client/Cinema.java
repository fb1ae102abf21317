package org.marquee.client;

import org.jspecify.annotations.Nullable;

/// A cinema.
///
/// @param chainId null where it belongs to no chain
public record Cinema(
    String id, @Nullable String chainId, String name, Location location, Provenance provenance)
    implements ListingRecord {
  static Cinema read(JsonObject json) {
    return new Cinema(
        json.text("id"),
        json.optionalText("chainId"),
        json.text("name"),
        Location.read(json.object("location")),
        Provenance.read(json.object("provenance")));
  }
}
