package org.marquee.listing;

import org.jspecify.annotations.Nullable;

/// Which cinemas to list; all that is given must hold (docs/api.md, "Operations").
///
/// @param search folded text ([Folding]) to be found in name, locality or postcode; empty finds
///   nothing
/// @param around only cinemas within a distance, nearest first
public record CinemaQuery(
    @Nullable String search, @Nullable String chainId, @Nullable Around around) {
  /// A circle on the globe.
  ///
  /// @param radiusKm inclusive, within [#RADIUS_KM]
  public record Around(Centre centre, double radiusKm) {
    public static final Bounds RADIUS_KM = new Bounds(0, 100);
  }

  /// What a circle is drawn around.
  public sealed interface Centre {
    /// A point, in degrees.
    record Point(double latitude, double longitude) implements Centre {}

    /// Every geocoded cinema with this postcode; the nearest of them counts.
    ///
    /// @param key the postcode as [Postcodes#key] writes it
    record Postcode(String key) implements Centre {}

    /// A place that a search found, by its id ([Place]).
    record PlaceId(String id) implements Centre {}
  }
}
