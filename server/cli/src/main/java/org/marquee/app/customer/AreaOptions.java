package org.marquee.app.customer;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.marquee.app.terminal.Failure;
import org.marquee.app.terminal.WrongUsage;
import org.marquee.listing.ChangeFilter.Area;
import org.marquee.listing.Location;
import org.marquee.notice.Visible;
import org.marquee.store.read.PostgresPlaces;
import org.marquee.store.sql.Database;
import picocli.CommandLine.Option;

/// The options of a circle: around a position, or around the town or the postcode of a cinema.
final class AreaOptions {
  /// Digits alone are a postcode.
  private static final Pattern COORDINATES = Pattern.compile("[-+0-9., ]*[.,][-+0-9., ]*");

  @Option(
      names = "--near",
      paramLabel = "PLACE",
      description =
          "Only cinemas around this place, and what is there: LATITUDE,LONGITUDE, or the town or the"
              + " postcode of a cinema. Needs --radius.")
  private @Nullable String near;

  @Option(names = "--radius", paramLabel = "KM", description = "How far from there.")
  private @Nullable Double radius;

  /// A circle.
  ///
  /// @param centre the cinema that a name was taken for, as the end of a sentence; empty without a
  ///   name
  record Circle(Area area, String centre) {}

  /// Refuses what makes no sense wherever the cinemas are.
  void check() {
    if (near == null && radius == null) {
      return;
    }
    if (near == null || radius == null || !(radius > 0 && radius <= 1000)) {
      throw new WrongUsage("give both --near and --radius, of more than 0 and at most 1000 km");
    }
    if (COORDINATES.matcher(near).matches()) {
      around(near, radius);
    }
  }

  /// The circle; null where none is asked for.
  ///
  /// @throws Failure if no cinema is in the town, or has the postcode
  @Nullable Circle circle(Database database) {
    String wanted = near;
    if (wanted == null || radius == null) {
      return null;
    }
    if (COORDINATES.matcher(wanted).matches()) {
      return new Circle(around(wanted, radius), "");
    }
    PostgresPlaces.Position place =
        new PostgresPlaces(database)
            .find(wanted)
            .orElseThrow(() ->
                new Failure(
                    "--near: no cinema whose position is known is in a town "
                        + Visible.of(wanted)
                        + ", or has it as its postcode. Give the town or the postcode of one, or"
                        + " LATITUDE,LONGITUDE"));
    return new Circle(
        new Area(place.latitude(), place.longitude(), radius),
        ", around %s (%s,%s)"
            .formatted(Visible.of(place.cinema()), place.latitude(), place.longitude()));
  }

  private static Area around(String text, double radius) {
    try {
      String[] parts = text.split(",", -1);
      double latitude = Double.parseDouble(parts[0]);
      double longitude = Double.parseDouble(parts[1]);
      if (parts.length == 2
          && Location.LATITUDE.contains(latitude)
          && Location.LONGITUDE.contains(longitude)) {
        return new Area(latitude, longitude, radius);
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException _) {
      // refused below
    }
    throw new WrongUsage("--near: must be LATITUDE,LONGITUDE in degrees, not " + text);
  }
}
