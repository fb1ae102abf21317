package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// A record with an id and a provenance, of one of the kinds in [Kind].
public sealed interface ListedRecord permits Showtime, Film, Cinema, Chain, Screen {
  /// The length of an address in a record.
  Bounds URI_LENGTH = new Bounds(1, 8000);

  /// Its id, which no other record has.
  String id();

  /// Where it came from.
  Provenance provenance();

  /// The document of what sources say beside it ([org.marquee.detail.PublishedDetails]); null for
  /// none.
  default @Nullable String details() {
    return null;
  }
}
