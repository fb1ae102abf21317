package org.marquee.client;

import java.time.LocalDate;
import java.util.List;

/// Which programme: a place, or a film in all cinemas. Filters combine; each method returns a query
/// with one filter more.
public final class ProgrammeQuery {
  private final Parameters parameters;

  private ProgrammeQuery(Parameters parameters) {
    this.parameters = parameters;
  }

  /// Of the cinemas around a place, the nearest first.
  ///
  /// @param placeId of a [Place]
  public static ProgrammeQuery nearPlace(String placeId) {
    return new ProgrammeQuery(Parameters.NONE.with("place", placeId));
  }

  /// Of these cinemas, at most 50, in this order.
  public static ProgrammeQuery ofCinemas(String... cinemaIds) {
    if (cinemaIds.length == 0) {
      throw new IllegalArgumentException("name at least one cinema");
    }
    return new ProgrammeQuery(Parameters.NONE.withAll("cinemaId", List.of(cinemaIds)));
  }

  /// Of the cinemas around a centre, the nearest first.
  ///
  /// @param latitude degrees, -90 to 90
  /// @param longitude degrees, -180 to 180
  public static ProgrammeQuery near(double latitude, double longitude) {
    return new ProgrammeQuery(
        Parameters.NONE.with("latitude", latitude).with("longitude", longitude));
  }

  /// Of the cinemas around the nearest cinema with this postcode.
  public static ProgrammeQuery nearPostcode(String postcode) {
    return new ProgrammeQuery(Parameters.NONE.with("postcode", postcode));
  }

  /// Of all cinemas that show this film, by name.
  public static ProgrammeQuery ofFilm(String filmId) {
    return new ProgrammeQuery(Parameters.NONE.with("filmId", filmId));
  }

  /// How far from the centre, 0 to 100 km; without it, 10.
  public ProgrammeQuery radiusKm(double radiusKm) {
    return new ProgrammeQuery(parameters.with("radiusKm", radiusKm));
  }

  /// Only this film.
  public ProgrammeQuery film(String filmId) {
    return new ProgrammeQuery(parameters.with("filmId", filmId));
  }

  /// Only cinemas of this chain.
  public ProgrammeQuery chain(String chainId) {
    return new ProgrammeQuery(parameters.with("chainId", chainId));
  }

  /// Only showtimes that have all of these attributes.
  public ProgrammeQuery attributes(String... attributeIds) {
    return new ProgrammeQuery(parameters.withAll("attributeIds", List.of(attributeIds)));
  }

  /// The first day, by each cinema's own clock; without it, today there.
  public ProgrammeQuery date(LocalDate date) {
    return new ProgrammeQuery(parameters.with("date", date.toString()));
  }

  /// How many days, 1 to 7; without it, 1.
  public ProgrammeQuery days(int days) {
    return new ProgrammeQuery(parameters.with("days", String.valueOf(days)));
  }

  /// Without showtimes that have begun, films without any left, and days on which nothing more
  /// comes.
  public ProgrammeQuery fromNow() {
    return new ProgrammeQuery(parameters.with("from", "now"));
  }

  Parameters parameters() {
    return parameters;
  }
}
