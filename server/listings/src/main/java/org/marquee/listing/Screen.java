package org.marquee.listing;

import java.time.Instant;
import java.util.Locale;

/// An auditorium of a cinema, as far as schedules and inventories tell (docs/api.md, "Screen").
///
/// @param lastSeenAt when the last feed that mentioned the screen in either way was taken
public record Screen(
    String id,
    String cinemaId,
    String name,
    Evidence evidence,
    Instant lastSeenAt,
    Provenance provenance)
    implements ListedRecord {
  public static final Bounds NAME_LENGTH = new Bounds(1, 120);

  /// How we know of a screen.
  public enum Evidence {
    SCHEDULE_OBSERVED,
    AUTHORITATIVE_INVENTORY;

    /// The evidence as the interface writes it.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
