package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// Where a cinema stands (specification 2.5).
///
/// @param countryCode ISO 3166-1 alpha-2, upper case
/// @param postcode 2 to 16 code points, as its country writes it
/// @param latitude degrees north, -90 to 90
/// @param longitude degrees east, -180 to 180
public record Location(
    String countryCode,
    String locality,
    String postcode,
    @Nullable String address,
    @Nullable Double latitude,
    @Nullable Double longitude) {}
