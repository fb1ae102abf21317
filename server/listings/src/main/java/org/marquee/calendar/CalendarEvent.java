package org.marquee.calendar;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.listing.Location;

/// A showtime as a calendar shows it.
///
/// @param id of the showtime
/// @param revision how it became what it is
/// @param title of the film
/// @param zone of the cinema; null where it is not known
/// @param minutes that the film runs, at least 1; null where that is not known
public record CalendarEvent(
    String id,
    Revision revision,
    String title,
    Instant startsAt,
    @Nullable ZoneId zone,
    @Nullable Integer minutes,
    Venue venue,
    @Nullable String bookingUrl,
    Attributes attributes) {

  /// Where it is shown.
  public record Venue(String cinema, Location location, @Nullable String screen) {}

  /// How an event became what it is (RFC 5545, 3.8.7).
  ///
  /// @param sequence how often it was moved, withdrawn or brought back
  /// @param stamp when it was last confirmed to be so
  /// @param changed when it last changed; null where that is not known
  /// @param withdrawn whether it no longer takes place
  public record Revision(
      int sequence, Instant stamp, @Nullable Instant changed, boolean withdrawn) {}
}
