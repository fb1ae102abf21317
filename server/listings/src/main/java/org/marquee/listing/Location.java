package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// Where a cinema stands (docs/api.md, "Location").
///
/// @param countryCode ISO 3166-1 alpha-2, upper case
/// @param locality within [#LOCALITY_LENGTH]
/// @param postcode as its country writes it, within [#POSTCODE_LENGTH]
/// @param address within [#ADDRESS_LENGTH]
/// @param latitude degrees north, within [#LATITUDE]
/// @param longitude degrees east, within [#LONGITUDE]
public record Location(
    String countryCode,
    String locality,
    String postcode,
    @Nullable String address,
    @Nullable Double latitude,
    @Nullable Double longitude) {
  public static final Bounds LOCALITY_LENGTH = new Bounds(1, 160);
  public static final Bounds POSTCODE_LENGTH = new Bounds(2, 16);
  public static final Bounds ADDRESS_LENGTH = new Bounds(1, 300);
  public static final Bounds LATITUDE = new Bounds(-90, 90);
  public static final Bounds LONGITUDE = new Bounds(-180, 180);
}
