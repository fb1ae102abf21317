package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// A group of cinemas under one brand (specification 2.6).
public record Chain(String id, String name, @Nullable String websiteUrl, Provenance provenance) {
  public static final Bounds NAME_LENGTH = new Bounds(1, 160);
}
