package org.marquee.v1;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The operations by their paths, and the parameters that each knows (specification 4.3 to 4.6).
enum Operation {
  SHOWTIMES("showtimes"),
  ATTRIBUTES("attributes"),
  FILMS("films"),
  FILM("films"),
  CINEMAS("cinemas"),
  CINEMA("cinemas"),
  SCREENS("screens"),
  CHAINS("chains");

  private final String word;

  Operation(String word) {
    this.word = word;
  }

  /// The operation at a path that begins with `v1`.
  static Optional<Operation> at(List<String> path) {
    if (path.size() == 2) {
      return switch (path.get(1)) {
        case "showtimes" -> Optional.of(SHOWTIMES);
        case "attributes" -> Optional.of(ATTRIBUTES);
        case "films" -> Optional.of(FILMS);
        case "cinemas" -> Optional.of(CINEMAS);
        case "screens" -> Optional.of(SCREENS);
        case "chains" -> Optional.of(CHAINS);
        default -> Optional.empty();
      };
    }
    if (path.size() == 3 && !path.get(2).isEmpty()) {
      return switch (path.get(1)) {
        case "films" -> Optional.of(FILM);
        case "cinemas" -> Optional.of(CINEMA);
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  /// The names that its query may have.
  Set<String> parameters() {
    return switch (this) {
      case FILM, CINEMA -> Set.of();
      case ATTRIBUTES, FILMS, CHAINS -> Set.of("cursor", "limit");
      case SCREENS -> Set.of("cursor", "limit", "cinemaId");
      case SHOWTIMES ->
          Set.of(
              "cursor",
              "limit",
              "cinemaId",
              "filmId",
              "startsAfter",
              "startsBefore",
              "attributeIds");
      case CINEMAS ->
          Set.of(
              "cursor",
              "limit",
              "search",
              "chainId",
              "postcode",
              "latitude",
              "longitude",
              "radiusKm");
    };
  }

  /// The path, with its placeholders.
  String route() {
    return switch (this) {
      case FILM -> "/v1/films/{filmId}";
      case CINEMA -> "/v1/cinemas/{cinemaId}";
      case SHOWTIMES, ATTRIBUTES, FILMS, CINEMAS, SCREENS, CHAINS -> "/v1/" + word;
    };
  }
}
