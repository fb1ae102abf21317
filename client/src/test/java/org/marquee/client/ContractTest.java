package org.marquee.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// The records of this client have the members that the contract of the running service lists.
@EnabledIfEnvironmentVariable(named = "MARQUEE_URL", matches = "http.*")
final class ContractTest {
  private static final Map<String, Class<?>> RECORDS =
      Map.of(
          "Attribute", Attribute.class,
          "Chain", Chain.class,
          "Cinema", Cinema.class,
          "Film", Film.class,
          "Freshness", Freshness.class,
          "Location", Location.class,
          "Provenance", Provenance.class,
          "Screen", Screen.class,
          "Showtime", Showtime.class);
  private static final Map<String, Class<?>> MORE =
      Map.of(
          "Programme", Programme.class,
          "Coverage", Coverage.class,
          "FilmShowtimes", FilmShowtimes.class,
          "ProgrammeDay", ProgrammeDay.class);

  @Test
  void records_have_the_members_of_the_contract() throws Exception {
    URI contract = URI.create(System.getenv("MARQUEE_URL") + "/openapi.json");
    HttpResponse<byte[]> answer;
    try (HttpClient http = HttpClient.newHttpClient()) {
      answer =
          http.send(
              HttpRequest.newBuilder(contract).build(), HttpResponse.BodyHandlers.ofByteArray());
    }
    assumeThat(answer.statusCode()).as("a service with a contract").isEqualTo(200);
    JsonObject document = Objects.requireNonNull(JsonObject.parse(answer.body()));
    JsonObject schemas = document.object("components").object("schemas");
    RECORDS.forEach((name, type) -> compare(schemas.object(name), type));
    MORE.forEach((name, type) -> {
      if (schemas.members().containsKey(name)) {
        compare(schemas.object(name), type);
      }
    });
  }

  /// Compares names, and which of them are always there.
  private static void compare(JsonObject schema, Class<?> type) {
    Map<String, Boolean> expected = new TreeMap<>();
    for (String name : schema.object("properties").members().keySet()) {
      expected.put(name, schema.texts("required").contains(name));
    }
    Map<String, Boolean> members = new TreeMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      members.put(
          component.getName(), !component.getAnnotatedType().isAnnotationPresent(Nullable.class));
    }
    assertThat(members).as(type.getSimpleName()).isEqualTo(expected);
  }
}
