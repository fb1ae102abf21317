package org.marquee.snapshot;

import org.jspecify.annotations.Nullable;

/// A cinema, with what it is searched by.
///
/// @param postcodeKey its postcode without case and spaces; null where it is not known
/// @param searchText folded name, locality, postcode, and postcode without spaces, a line each
/// @param latitude degrees north; not a number where it is not known
/// @param longitude degrees east; not a number where it is not known
record IndexedCinema(
    WrittenRecord entry,
    @Nullable String chainId,
    @Nullable String postcodeKey,
    String searchText,
    double latitude,
    double longitude) {

  boolean isGeocoded() {
    return !Double.isNaN(latitude) && !Double.isNaN(longitude);
  }
}
