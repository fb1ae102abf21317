package org.marquee.client;

import java.time.Instant;
import java.util.List;

/// Which showtimes. Filters combine; each method returns a query with one filter more.
public final class ShowtimeQuery {
  private final Parameters parameters;

  private ShowtimeQuery(Parameters parameters) {
    this.parameters = parameters;
  }

  /// Showtimes that start from `startsAfter` on and before `startsBefore`, at most 31 days later.
  public static ShowtimeQuery between(Instant startsAfter, Instant startsBefore) {
    return new ShowtimeQuery(
        Parameters.NONE
            .with("startsAfter", startsAfter.toString())
            .with("startsBefore", startsBefore.toString()));
  }

  /// Only of this cinema.
  public ShowtimeQuery cinema(String cinemaId) {
    return new ShowtimeQuery(parameters.with("cinemaId", cinemaId));
  }

  /// Only of this film.
  public ShowtimeQuery film(String filmId) {
    return new ShowtimeQuery(parameters.with("filmId", filmId));
  }

  /// Only those that have all of these attributes.
  public ShowtimeQuery attributes(String... attributeIds) {
    return new ShowtimeQuery(parameters.withAll("attributeIds", List.of(attributeIds)));
  }

  Parameters parameters() {
    return parameters;
  }
}
