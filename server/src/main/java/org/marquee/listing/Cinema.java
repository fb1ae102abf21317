package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// A cinema (specification 2.5).
public record Cinema(
    String id, @Nullable String chainId, String name, Location location, Provenance provenance) {
  public static final Bounds NAME_LENGTH = new Bounds(1, 240);
}
