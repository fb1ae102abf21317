package org.marquee.v1;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The operations by their paths, and the parameters that each knows (specification 4.3 to 4.6).
enum Operation {
  SHOWTIMES(
      "/v1/showtimes",
      "cursor",
      "limit",
      "cinemaId",
      "filmId",
      "startsAfter",
      "startsBefore",
      "attributeIds"),
  ATTRIBUTES("/v1/attributes", "cursor", "limit"),
  FILMS("/v1/films", "cursor", "limit"),
  FILM("/v1/films/{filmId}"),
  CINEMAS(
      "/v1/cinemas",
      "cursor",
      "limit",
      "search",
      "chainId",
      "postcode",
      "latitude",
      "longitude",
      "radiusKm"),
  CINEMA("/v1/cinemas/{cinemaId}"),
  SCREENS("/v1/screens", "cursor", "limit", "cinemaId"),
  CHAINS("/v1/chains", "cursor", "limit");

  private final String route;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set of strings
  private final Set<String> parameters;

  Operation(String route, String... parameters) {
    this.route = route;
    this.parameters = Set.of(parameters);
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
    return parameters;
  }

  /// The path, with its placeholders.
  String route() {
    return route;
  }
}
