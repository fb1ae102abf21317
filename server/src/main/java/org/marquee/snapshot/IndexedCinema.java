package org.marquee.snapshot;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// A cinema, with what it is searched by.
///
/// @param postcodeKey its postcode without case and spaces; null where it is not known
/// @param searchText folded name, locality, postcode, and postcode without spaces, a line each
/// @param latitude degrees north; not a number where it is not known
/// @param longitude degrees east; not a number where it is not known
/// @param clock its time zone; null where nobody names it
/// @param number its place in the list of all cinemas; -1 before that is made
record IndexedCinema(
    WrittenRecord entry,
    @Nullable String chainId,
    @Nullable String postcodeKey,
    String searchText,
    double latitude,
    double longitude,
    @Nullable ZoneId clock,
    int number) {

  /// The same cinema at a place of the list.
  IndexedCinema numbered(int place) {
    return place == number
        ? this
        : new IndexedCinema(
            entry, chainId, postcodeKey, searchText, latitude, longitude, clock, place);
  }

  boolean isGeocoded() {
    return !Double.isNaN(latitude) && !Double.isNaN(longitude);
  }
}
