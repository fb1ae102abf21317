package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// A cinema (docs/api.md, "Cinema").
public record Cinema(
    String id,
    @Nullable String chainId,
    String name,
    Location location,
    Provenance provenance,
    @Nullable String details)
    implements ListedRecord {
  /// A cinema without details.
  public Cinema(
      String id, @Nullable String chainId, String name, Location location, Provenance provenance) {
    this(id, chainId, name, location, provenance, null);
  }

  public static final Bounds NAME_LENGTH = new Bounds(1, 240);
}
