package org.marquee.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// The records of this client have the members that the contract of the running service lists.
@EnabledIfEnvironmentVariable(named = "MARQUEE_URL", matches = "http.*")
final class ContractTest {
  private static final List<Class<?>> RECORDS =
      List.of(
          Attribute.class,
          Chain.class,
          Cinema.class,
          CinemaCoverage.class,
          CinemaCoverage.DayCoverage.class,
          CinemaDetails.class,
          Coverage.class,
          Film.class,
          FilmDetails.class,
          FilmProgramme.class,
          FilmProgramme.CinemaShowtimes.class,
          FilmProgramme.DayShowtimes.class,
          FilmShowtimes.class,
          Freshness.class,
          Location.class,
          Place.class,
          Programme.class,
          ProgrammeDay.class,
          Provenance.class,
          Screen.class,
          Showtime.class,
          ShowtimeDetails.class,
          Usage.class);

  /// Types that stand in others have a longer name in the contract.
  private static final Map<String, Class<?>> PARTS =
      Map.of(
          "FilmLinks", FilmDetails.Link.class,
          "FilmTitles", FilmDetails.Title.class,
          "ShowtimeAvailability", ShowtimeDetails.Availability.class,
          "ShowtimeEndsAt", ShowtimeDetails.EndsAt.class,
          "ShowtimePrice", ShowtimeDetails.Price.class,
          "ShowtimeVersion", ShowtimeDetails.Version.class,
          "UsageDay", Usage.Day.class,
          "UsageQuota", Usage.Quota.class,
          "UsageRate", Usage.Rate.class);

  @Test
  void records_have_the_members_of_the_contract() throws Exception {
    URI contract = URI.create(System.getenv("MARQUEE_URL") + "/openapi.json");
    HttpResponse<byte[]> answer;
    try (HttpClient http = HttpClient.newHttpClient()) {
      answer =
          http.send(
              HttpRequest.newBuilder(contract).build(), HttpResponse.BodyHandlers.ofByteArray());
    }
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonObject document = Objects.requireNonNull(JsonObject.parse(answer.body()));
    JsonObject schemas = document.object("components").object("schemas");
    RECORDS.forEach(type -> compare(schemas.object(type.getSimpleName()), type));
    PARTS.forEach((name, type) -> compare(schemas.object(name), type));
  }

  /// Compares names, and which of them are always there.
  private static void compare(JsonObject schema, Class<?> type) {
    Map<String, Boolean> expected = new TreeMap<>();
    for (String name : schema.object("properties").members().keySet()) {
      // What stands beside a record is a part of it here.
      if (!name.endsWith("Details")) {
        expected.put(name, schema.optionalTexts("required").contains(name));
      }
    }
    Map<String, Boolean> members = new TreeMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = component.getName();
      if (!name.equals("details")) {
        boolean isNull = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        // A list that is absent is empty.
        boolean isMany = List.of(List.class, Map.class).contains(component.getType());
        members.put(name, !isNull && !(isMany && Boolean.FALSE.equals(expected.get(name))));
      }
    }
    assertThat(members).as(type.getSimpleName()).isEqualTo(expected);
  }
}
