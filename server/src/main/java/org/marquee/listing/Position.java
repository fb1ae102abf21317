package org.marquee.listing;

import java.time.Instant;

/// The place of a record in the order of its list: a walk goes on after it (docs/api.md, "Order").
///
/// Ids compare by code point, so each order is total and the same on every node.
public sealed interface Position {
  /// The id that breaks ties.
  String id();

  /// Showtimes: by start, which has microseconds.
  record ByStart(Instant start, String id) implements Position {}

  /// Films, cinemas, chains and screens: by sorting key ([Sorting]).
  record ByName(String key, String id) implements Position {}

  /// Cinemas around a centre: by distance in kilometres.
  record ByDistance(double kilometres, String id) implements Position {}
}
