package org.marquee.feed.schemaorg;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;

/// Whose programme the feed is: that of the cinema that the operator describes, or of all cinemas
/// that the feed names.
final class ProgrammeVenue {
  private final Venues venues;
  private final FeedRecord.@Nullable Cinema described;
  private final @Nullable Venue home;

  ProgrammeVenue(Venues venues, FeedRecord.@Nullable Cinema described) {
    this.venues = venues;
    this.described = described;
    this.home = described == null ? null : venues.described(described);
  }

  List<Venue> venues() {
    return venues.all();
  }

  /// The external id of a venue; null where it has neither id nor name.
  @Nullable String key(Venue venue) {
    return described != null && venue == home ? described.externalId() : venue.key();
  }

  /// Whether the feed does not cover `venue`, since the operator described another one.
  boolean isElsewhere(Venue venue) {
    return described != null && venue != home;
  }

  boolean isCinema(@Nullable Venue venue) {
    if (venue == null) {
      return described != null || (venues.only() != null && venues.only().isTheatre());
    }
    return venue.isTheatre() || (described != null && venue == home);
  }

  /// The external id of the cinema that a showing at `venue` is in: where the showing names none,
  /// the only one that there is. Null where there are several.
  @Nullable String cinema(@Nullable Venue venue) {
    if (venue != null) {
      return key(venue);
    }
    if (described != null) {
      return described.externalId();
    }
    Venue only = venues.only();
    return only == null ? null : only.key();
  }

  /// Why no cinema is known of a showing that names none.
  String lack() {
    return venues.all().isEmpty()
        ? "\"location\" is missing, and the feed names no cinema; describe it with --cinema FILE"
        : "\"location\" is missing, and the feed has several cinemas";
  }
}
