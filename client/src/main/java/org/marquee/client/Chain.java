package org.marquee.client;

import org.jspecify.annotations.Nullable;

/// A chain of cinemas.
public record Chain(String id, String name, @Nullable String websiteUrl, Provenance provenance)
    implements ListingRecord {
  static Chain read(JsonObject json) {
    return new Chain(
        json.text("id"),
        json.text("name"),
        json.optionalText("websiteUrl"),
        Provenance.read(json.object("provenance")));
  }
}
