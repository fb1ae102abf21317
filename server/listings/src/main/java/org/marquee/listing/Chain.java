package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// A group of cinemas under one brand (docs/api.md, "Chain").
public record Chain(String id, String name, @Nullable String websiteUrl, Provenance provenance)
    implements ListedRecord {
  public static final Bounds NAME_LENGTH = new Bounds(1, 160);
}
