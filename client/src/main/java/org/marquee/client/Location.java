package org.marquee.client;

import org.jspecify.annotations.Nullable;

/// Where a cinema is. What is absent is null.
///
/// @param countryCode ISO 3166-1 alpha-2, upper case
/// @param latitude degrees (WGS 84); there with `longitude`
public record Location(
    String countryCode,
    String locality,
    String postcode,
    @Nullable String address,
    @Nullable Double latitude,
    @Nullable Double longitude) {
  static Location read(JsonObject json) {
    return new Location(
        json.text("countryCode"),
        json.text("locality"),
        json.text("postcode"),
        json.optionalText("address"),
        json.optionalNumber("latitude"),
        json.optionalNumber("longitude"));
  }
}
