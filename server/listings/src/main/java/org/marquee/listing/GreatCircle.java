package org.marquee.listing;

/// Distances on the globe, by one formula everywhere (docs/api.md, "Search cinemas").
public final class GreatCircle {
  /// Mean radius of the Earth in kilometres.
  public static final double EARTH_RADIUS_KM = 6371.0088;

  private GreatCircle() {}

  /// The distance of two points in kilometres by the haversine formula; exactly 0 for the same
  /// point.
  ///
  /// `StrictMath`, because an order that nodes and restarts share must not depend on a processor's
  /// sine.
  public static double kilometres(
      double latitude, double longitude, double otherLatitude, double otherLongitude) {
    double phi = StrictMath.toRadians(latitude);
    double otherPhi = StrictMath.toRadians(otherLatitude);
    double halfNorth = StrictMath.sin((otherPhi - phi) / 2);
    double halfEast = StrictMath.sin(StrictMath.toRadians(otherLongitude - longitude) / 2);
    double square =
        halfNorth * halfNorth
            + StrictMath.cos(phi) * StrictMath.cos(otherPhi) * halfEast * halfEast;
    return 2 * EARTH_RADIUS_KM * StrictMath.asin(StrictMath.min(1, StrictMath.sqrt(square)));
  }

  /// The degrees of latitude that `kilometres` span, a hair wide, so that a band of them misses
  /// nothing.
  public static double degreesNorth(double kilometres) {
    return StrictMath.toDegrees(kilometres / EARTH_RADIUS_KM) * (1 + 1e-9) + 1e-9;
  }
}
