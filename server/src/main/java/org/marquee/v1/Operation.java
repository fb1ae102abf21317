package org.marquee.v1;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The operations by their paths, and the parameters that each knows (specification 4.3 to 4.6).
enum Operation {
  SHOWTIMES(
      "showtimes",
      Set.of(
          "cursor", "limit", "cinemaId", "filmId", "startsAfter", "startsBefore", "attributeIds")),
  ATTRIBUTES("attributes", Set.of("cursor", "limit")),
  FILMS("films", Set.of("cursor", "limit")),
  FILM("films", Set.of()),
  CINEMAS(
      "cinemas",
      Set.of(
          "cursor", "limit", "search", "chainId", "postcode", "latitude", "longitude", "radiusKm")),
  CINEMA("cinemas", Set.of()),
  SCREENS("screens", Set.of("cursor", "limit", "cinemaId")),
  CHAINS("chains", Set.of("cursor", "limit"));

  private final String word;
  private final Set<String> parameters;

  Operation(String word, Set<String> parameters) {
    this.word = word;
    this.parameters = parameters;
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

  /// The list, as its path names it.
  String word() {
    return word;
  }

  Set<String> parameters() {
    return parameters;
  }

  /// The path with its placeholders, for metrics.
  String route() {
    return switch (this) {
      case FILM -> "/v1/films/{filmId}";
      case CINEMA -> "/v1/cinemas/{cinemaId}";
      case SHOWTIMES, ATTRIBUTES, FILMS, CINEMAS, SCREENS, CHAINS -> "/v1/" + word;
    };
  }
}
