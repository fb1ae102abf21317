package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// A cinema (docs/api.md, "Cinema").
public record Cinema(
    String id, @Nullable String chainId, String name, Location location, Provenance provenance)
    implements ListedRecord {
  public static final Bounds NAME_LENGTH = new Bounds(1, 240);
}
