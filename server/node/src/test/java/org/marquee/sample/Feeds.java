package org.marquee.sample;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the written feed line by line.
@NullMarked
final class Feeds {
  private static final JsonMapper JSON = new JsonMapper();

  private Feeds() {}

  /// The region as a start early on the day `today` writes it.
  static List<JsonNode> sample(LocalDate today) {
    return sample(today, _ -> true);
  }

  /// The same, with the programme of some cinemas.
  ///
  /// @param cinemas takes the external id of a cinema
  static List<JsonNode> sample(LocalDate today, Predicate<String> cinemas) {
    byte[] feed =
        SampleRegion.feed(
            today, SampleRegion.DAYS_AHEAD, today.atTime(5, 30).toInstant(ZoneOffset.UTC), cinemas);
    return new String(feed, StandardCharsets.UTF_8).lines().map(JSON::readTree).toList();
  }

  static JsonNode line(String json) {
    return JSON.readTree(json);
  }

  static List<JsonNode> of(String type, List<JsonNode> feed) {
    return feed.stream().filter(line -> text(line, "type").equals(type)).toList();
  }

  static String text(JsonNode line, String member) {
    return line.path(member).stringValue();
  }
}
