package org.marquee.site.programme;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.marquee.listing.Location;
import org.marquee.site.common.InterfaceRequest;
import org.marquee.site.common.Visit;

/// Where a visitor looks: a position, a postcode, or a town by its name.
///
/// @param name what the page calls it; empty for a position
/// @param postcode of a postcode; empty otherwise
/// @param latitude as in addresses; empty for a postcode
record NearPlace(String name, String postcode, String latitude, String longitude) {
  /// The place that an address names; empty where it names none that is known.
  static Optional<NearPlace> of(Visit visit, Directory directory) {
    Optional<Double> latitude = visit.number("lat", -90, 90);
    Optional<Double> longitude = visit.number("lon", -180, 180);
    if (latitude.isPresent() && longitude.isPresent()) {
      return Optional.of(
          new NearPlace(
              "", "", Coordinates.written(latitude.get()), Coordinates.written(longitude.get())));
    }
    return visit.parameter("q").flatMap(text -> named(text, directory));
  }

  private static Optional<NearPlace> named(String text, Directory directory) {
    return directory
        .town(text)
        .flatMap(NearPlace::of)
        .or(() ->
            directory.hasPostcode(text)
                ? Optional.of(new NearPlace(text, text, "", ""))
                : Optional.empty());
  }

  /// A town; empty where no cinema of it has a position.
  static Optional<NearPlace> of(Directory.Town town) {
    Location centre = town.centre();
    return centre == null
        ? Optional.empty()
        : Optional.of(
            new NearPlace(
                town.name(),
                "",
                Coordinates.written(centre.latitude()),
                Coordinates.written(centre.longitude())));
  }

  /// A request for what is around it.
  InterfaceRequest around(InterfaceRequest request) {
    return postcode.isEmpty()
        ? request.with("latitude", latitude).with("longitude", longitude)
        : request.with("postcode", postcode);
  }

  /// The parameters of an address that name it, names and values in turn.
  List<Object> parameters() {
    return new ArrayList<>(
        name.isEmpty() ? List.of("lat", latitude, "lon", longitude) : List.of("q", name));
  }
}
