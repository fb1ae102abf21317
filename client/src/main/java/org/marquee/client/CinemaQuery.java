package org.marquee.client;

/// Which cinemas. Filters combine; each method returns a query with one filter more.
public final class CinemaQuery {
  private final Parameters parameters;

  private CinemaQuery(Parameters parameters) {
    this.parameters = parameters;
  }

  /// All cinemas, by name.
  public static CinemaQuery all() {
    return new CinemaQuery(Parameters.NONE);
  }

  /// Cinemas around a centre, the nearest first.
  ///
  /// @param latitude degrees, -90 to 90
  /// @param longitude degrees, -180 to 180
  public static CinemaQuery near(double latitude, double longitude) {
    return new CinemaQuery(Parameters.NONE.with("latitude", latitude).with("longitude", longitude));
  }

  /// Cinemas around the nearest cinema with this postcode.
  public static CinemaQuery nearPostcode(String postcode) {
    return new CinemaQuery(Parameters.NONE.with("postcode", postcode));
  }

  /// Cinemas around a place, the nearest first.
  ///
  /// @param placeId of a [Place]
  public static CinemaQuery nearPlace(String placeId) {
    return new CinemaQuery(Parameters.NONE.with("place", placeId));
  }

  /// How far from the centre, 0 to 100 km; without it, 25.
  public CinemaQuery radiusKm(double radiusKm) {
    return new CinemaQuery(parameters.with("radiusKm", radiusKm));
  }

  /// Only those with this text, of 2 characters or more, in name, locality or postcode.
  public CinemaQuery search(String text) {
    return new CinemaQuery(parameters.with("search", text));
  }

  /// Only of this chain.
  public CinemaQuery chain(String chainId) {
    return new CinemaQuery(parameters.with("chainId", chainId));
  }

  Parameters parameters() {
    return parameters;
  }
}
