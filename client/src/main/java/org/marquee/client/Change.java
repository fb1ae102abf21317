package org.marquee.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What became of one record.
public sealed interface Change extends FollowEvent {
  /// Such as `showtime`, `film`, `cinema`, `chain` or `screen`.
  String kind();

  /// The id of the record.
  String id();

  /// A record is new or has changed.
  ///
  /// @param at null where the record was read from a list
  record Upserted(String kind, String id, @Nullable Instant at, ListingRecord record)
      implements Change {}

  /// A record is gone. The follower may never have had it.
  record Removed(String kind, String id, Instant at) implements Change {}

  /// A record became part of another.
  ///
  /// @param into the id that stays
  record Merged(String kind, String id, String into, Instant at) implements Change {}

  /// A change that this version does not know.
  ///
  /// @param change its name
  record Other(String change, String kind, String id, Instant at) implements Change {}
}
