package org.marquee.client;

import java.time.Instant;

/// A screen that an inventory lists or a schedule mentions.
///
/// @param inventoryEvidence `schedule_observed`, `authoritative_inventory`, or what v1 adds later
/// @param lastSeenAt when the last feed was taken that mentioned the screen
public record Screen(
    String id,
    String cinemaId,
    String name,
    String inventoryEvidence,
    Instant lastSeenAt,
    Provenance provenance)
    implements ListingRecord {
  static Screen read(JsonObject json) {
    return new Screen(
        json.text("id"),
        json.text("cinemaId"),
        json.text("name"),
        json.text("inventoryEvidence"),
        json.instant("lastSeenAt"),
        Provenance.read(json.object("provenance")));
  }
}
