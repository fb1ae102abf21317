package org.marquee.site.programme;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Cinema;
import org.marquee.listing.Location;
import org.marquee.listing.Place;
import org.marquee.site.frame.InterfaceRequest;
import org.marquee.site.frame.Visit;

/// Where a visitor looks.
///
/// @param name what pages call it; empty for a position that the visitor sent
/// @param q the words that name it in addresses; empty where its position does
/// @param postcode of a cinema; empty where it has a position
/// @param latitude in degrees; empty for a postcode
/// @param centre what the position was taken from
record NearPlace(
    String name, String q, String postcode, String latitude, String longitude, Centre centre) {

  /// What a position was taken from, for people.
  ///
  /// @param key of the text about it; empty for a position that the visitor sent
  record Centre(String key, List<String> values) {
    /// In words.
    String text(Visit visit) {
      return key.isEmpty() ? "" : visit.text(key, values.toArray());
    }
  }

  /// A position.
  static NearPlace at(double latitude, double longitude) {
    Centre sent = new Centre("", List.of());
    return new NearPlace(
        "", "", "", Coordinates.written(latitude), Coordinates.written(longitude), sent);
  }

  /// A postcode that a cinema has.
  static NearPlace postcode(String text) {
    return new NearPlace(
        text, text, text, "", "", new Centre("near.centre.postcode", List.of(text)));
  }

  /// A place that has the position of a cinema.
  static NearPlace of(String name, String q, Cinema cinema) {
    Location location = cinema.location();
    return of(name, q, location.latitude(), location.longitude(), cinema.name());
  }

  /// A place that was found.
  ///
  /// @param q what names it in addresses
  static NearPlace of(String name, String q, Place.Found found) {
    Place place = found.place();
    String from = found.cinema().isEmpty() ? place.name() : found.cinema();
    return of(name, q, place.latitude(), place.longitude(), from);
  }

  private static NearPlace of(
      String name, String q, @Nullable Double latitude, @Nullable Double longitude, String from) {
    return new NearPlace(
        name,
        q,
        "",
        Coordinates.exact(latitude),
        Coordinates.exact(longitude),
        new Centre("near.centre.cinema", List.of(from)));
  }

  /// This place, said to be taken from something else.
  NearPlace from(String key, String... values) {
    return new NearPlace(name, q, postcode, latitude, longitude, new Centre(key, List.of(values)));
  }

  /// A request for what is around it.
  InterfaceRequest around(InterfaceRequest request) {
    return postcode.isEmpty()
        ? request.with("latitude", latitude).with("longitude", longitude)
        : request.with("postcode", postcode);
  }

  /// The parameters of an address that name it, names and values in turn.
  List<Object> parameters() {
    return q.isEmpty()
        ? List.of(
            "lat",
            Coordinates.written(Double.valueOf(latitude)),
            "lon",
            Coordinates.written(Double.valueOf(longitude)))
        : List.of("q", q);
  }
}
