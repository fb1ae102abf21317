package org.marquee.client;

import org.jspecify.annotations.Nullable;

/// A cinema.
///
/// @param chainId null where it belongs to no chain
/// @param details further facts about it; null unless [MarqueeClient#withDetails()] asks for them
public record Cinema(
    String id,
    @Nullable String chainId,
    String name,
    Location location,
    Provenance provenance,
    @Nullable CinemaDetails details)
    implements ListingRecord {
  /// One without details.
  public Cinema(
      String id, @Nullable String chainId, String name, Location location, Provenance provenance) {
    this(id, chainId, name, location, provenance, null);
  }

  static Cinema read(JsonObject json) {
    return new Cinema(
        json.text("id"),
        json.optionalText("chainId"),
        json.text("name"),
        Location.read(json.object("location")),
        Provenance.read(json.object("provenance")),
        json.optionalObject("details", CinemaDetails::read));
  }
}
