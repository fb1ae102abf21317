package org.marquee.conformance;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Elements of a programme by cinema, put in the order by film (docs/api.md, "By film").
///
/// @param beside the coverage of each cinema
record FilmsOfCinemas(List<JsonNode> films, List<JsonNode> beside) {
  private record Dated(JsonNode day, JsonNode showing) {}

  static FilmsOfCinemas of(List<JsonNode> cinemas) {
    Map<String, ObjectNode> films = new LinkedHashMap<>();
    List<JsonNode> beside = new ArrayList<>();
    for (JsonNode cinema : cinemas) {
      ObjectNode covered = ((ObjectNode) cinema.deepCopy()).without("days");
      ArrayNode coverage = covered.putArray("days");
      Map<String, List<Dated>> shown = new LinkedHashMap<>();
      for (JsonNode day : cinema.get("days")) {
        coverage.add(((ObjectNode) day.deepCopy()).without("films"));
        for (JsonNode showing : day.get("films")) {
          shown
              .computeIfAbsent(showing.at("/film/id").asString(), _ -> new ArrayList<>())
              .add(new Dated(day, showing));
        }
      }
      shown.forEach((id, its) -> {
        ObjectNode film =
            films.computeIfAbsent(
                id,
                _ -> {
                  ObjectNode made = Feed.JSON.createObjectNode();
                  made.set("film", its.getFirst().showing().get("film"));
                  made.putArray("cinemas");
                  return made;
                });
        ObjectNode at = ((ObjectNode) cinema.deepCopy()).without("days");
        ArrayNode days = at.putArray("days");
        for (Dated each : its) {
          ObjectNode day = days.addObject();
          day.set("date", each.day().get("date"));
          day.set("showtimes", each.showing().get("showtimes"));
        }
        ((ArrayNode) film.get("cinemas")).add(at);
      });
      beside.add(covered);
    }
    List<JsonNode> sorted = new ArrayList<>(films.values());
    sorted.sort(
        Comparator.comparing(FilmsOfCinemas::first)
            .thenComparing(
                film -> Reckoning.key(film.at("/film/title").asString()), Reckoning::byCodePoint)
            .thenComparing(film -> film.at("/film/id").asString()));
    return new FilmsOfCinemas(sorted, beside);
  }

  private static OffsetDateTime first(JsonNode film) {
    return film.findValues("startsAt").stream()
        .map(each -> OffsetDateTime.parse(each.asString()))
        .min(OffsetDateTime.timeLineOrder())
        .orElseThrow();
  }
}
