package org.marquee.client;

import java.util.Map;

/// A record that changes are about.
public sealed interface ListingRecord
    permits Chain, Film, Cinema, Screen, Showtime, ListingRecord.Other {
  /// The id, opaque.
  String id();

  /// A record of a kind that this version does not know.
  ///
  /// @param members as in JSON: maps, lists, strings, numbers and booleans
  record Other(String id, Map<String, Object> members) implements ListingRecord {}
}
