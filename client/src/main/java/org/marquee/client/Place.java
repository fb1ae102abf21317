package org.marquee.client;

/// A town, a district or a postcode.
///
/// @param id for [ProgrammeQuery#nearPlace(String)] and [CinemaQuery#nearPlace(String)]
/// @param cinemas how many are within 25 km
public record Place(
    String id, String name, String countryCode, double latitude, double longitude, int cinemas) {
  static Place read(JsonObject json) {
    return new Place(
        json.text("id"),
        json.text("name"),
        json.text("countryCode"),
        json.number("latitude").doubleValue(),
        json.number("longitude").doubleValue(),
        json.number("cinemas").intValue());
  }
}
