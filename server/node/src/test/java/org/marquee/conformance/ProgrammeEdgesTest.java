package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.conformance.Client.Answer;
import org.marquee.ingest.World;
import org.marquee.node.ServingNode;
import tools.jackson.databind.JsonNode;

/// Programmes at the edges, from memory and from the database: hundreds of cinemas in a circle, and
/// a day that does not begin, because the clocks skip 05:00.
class ProgrammeEdgesTest {
  private static final int CINEMAS = 560;
  private static final double NORTH = 51.5;
  private static final double EAST = -0.12;

  private final World world = World.fresh();

  @AfterEach
  void close() {
    world.close();
  }

  private String key() {
    return ServingNode.key(world.database(), "tester");
  }

  private static String cinema(String id, String zone, String country, String place) {
    return "{\"type\":\"cinema\",\"externalId\":\"%1$s\",\"name\":\"Kino %1$s\",\"timeZone\":\"%2$s\",\"location\":{\"countryCode\":\"%3$s\",\"locality\":\"Town\",\"postcode\":\"1000\"%4$s}}"
        .formatted(id, zone, country, place);
  }

  private static String show(String cinema, String start) {
    return "{\"type\":\"showtime\",\"externalId\":\"%1$s %2$s\",\"film\":\"f\",\"cinema\":\"%1$s\",\"startsAt\":\"%2$s\"}"
        .formatted(cinema, start);
  }

  private static final String FILM =
      "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}";

  /// The answer of both nodes, which is the same to the byte.
  private static Answer both(Client one, Client other, String target) {
    Answer answer = one.get(target);
    assertThat(answer.status()).as(target).isEqualTo(200);
    assertThat(new String(other.get(target).body(), UTF_8))
        .as(target)
        .isEqualTo(new String(answer.body(), UTF_8));
    return answer;
  }

  @Test
  void hundreds_of_cinemas_in_a_circle_come_nearest_first_and_once() {
    Random random = new Random(Town.SEED);
    List<String> lines = new ArrayList<>(List.of(FILM));
    Map<String, Double> due = new HashMap<>();
    for (int number = 0; number < CINEMAS; number++) {
      double north = NORTH + random.nextInt(-900_000, 900_000) / 1e6;
      double east = EAST + random.nextInt(-900_000, 900_000) / 1e6;
      String id = "c" + number;
      lines.add(
          cinema(
              id,
              "Europe/London",
              "GB",
              ",\"latitude\":%.6f,\"longitude\":%.6f".formatted(north, east)));
      lines.add(show(id, "2026-03-20T%02d:30".formatted(random.nextInt(24))));
      double kilometres = Reckoning.kilometres(NORTH, EAST, north, east);
      if (kilometres <= 100) {
        due.put("Kino " + id, kilometres);
      }
    }
    assertThat(due).hasSizeGreaterThan(500);
    world.full("2026-03-20T09:00:00Z", lines.toArray(String[]::new)).rowCounts();
    String secret = key();
    try (ServingNode memory = ServingNode.inMemorySince(world.database(), Instant.EPOCH);
        ServingNode database = ServingNode.inDatabase(world.database());
        Client one = new Client(memory.address(), secret);
        Client other = new Client(database.address(), secret)) {
      String target =
          "/v1/programme?latitude=%s&longitude=%s&radiusKm=100&date=2026-03-20&days=2&limit=50"
              .formatted(NORTH, EAST);
      List<String> names = new ArrayList<>();
      double last = 0;
      int showtimes = 0;
      String cursor = "";
      do {
        JsonNode page = both(one, other, target + cursor).json();
        for (JsonNode each : page.get("data")) {
          String name = each.at("/cinema/name").asString();
          double kilometres = due.getOrDefault(name, -1.0);
          assertThat(kilometres).as(name).isGreaterThanOrEqualTo(last);
          assertThat(each.get("distanceKm").asDouble())
              .isEqualTo(Math.ceil(Math.round(kilometres * 1e9) / 1e8) / 10);
          last = kilometres;
          names.add(name);
          for (JsonNode day : each.get("days")) {
            showtimes += day.at("/films/0/showtimes").size();
          }
        }
        JsonNode next = page.at("/pagination/nextCursor");
        cursor = next.isNull() ? "" : "&cursor=" + next.asString();
      } while (!cursor.isEmpty());
      assertThat(names).containsExactlyInAnyOrderElementsOf(due.keySet());
      // What starts before 05:00 belongs to the evening before.
      assertThat(showtimes).isBetween(due.size() / 2, due.size());
    }
  }

  /// The night after the change to summer time in Europe; America changed earlier.
  @Test
  void neighbours_have_days_by_their_own_clocks_whatever_stands_before_them() {
    List<String> zones =
        List.of("Europe/London", "America/New_York", "Europe/London", "UTC", "America/New_York");
    List<String> lines = new ArrayList<>(List.of(FILM));
    for (int number = 0; number < zones.size(); number++) {
      String id = "n" + number;
      String place = ",\"latitude\":%s,\"longitude\":%s".formatted(NORTH + number / 1e3, EAST);
      lines.add(cinema(id, zones.get(number), "GB", place));
      lines.add(show(id, "2026-03-29T03:30:00Z"));
      lines.add(show(id, "2026-03-29T04:30:00Z"));
      lines.add(show(id, "2026-03-29T05:30:00Z"));
    }
    world.full("2026-03-20T09:00:00Z", lines.toArray(String[]::new)).rowCounts();
    String secret = key();
    try (ServingNode memory = ServingNode.inMemorySince(world.database(), Instant.EPOCH);
        ServingNode database = ServingNode.inDatabase(world.database());
        Client one = new Client(memory.address(), secret);
        Client other = new Client(database.address(), secret)) {
      String target =
          "/v1/programme?latitude=%s&longitude=%s&date=2026-03-28&days=2".formatted(NORTH, EAST);
      List<String> shown = new ArrayList<>();
      for (JsonNode each : both(one, other, target).json().get("data")) {
        List<Integer> days = new ArrayList<>();
        each.get("days").forEach(day -> days.add(day.at("/films/0/showtimes").size()));
        shown.add(each.get("timeZone").asString() + " " + days);
      }
      assertThat(shown)
          .containsExactly(
              "Europe/London [1, 2]",
              "America/New_York [3, 0]",
              "Europe/London [1, 2]",
              "UTC [2, 1]",
              "America/New_York [3, 0]");
    }
  }

  /// A date-time may have an offset of up to 23:59, but no clock has one beyond 18:00.
  @Test
  void an_offset_that_no_place_has_stops_neither_a_snapshot_nor_a_programme() {
    world
        .full(
            "2026-03-20T09:00:00Z",
            cinema("a", "", "GB", "").replace("\"timeZone\":\"\",", ""),
            FILM,
            show("a", "2026-03-22T20:00:00+23:59"))
        .rowCounts();
    String secret = key();
    try (ServingNode memory = ServingNode.inMemorySince(world.database(), Instant.EPOCH);
        ServingNode database = ServingNode.inDatabase(world.database());
        Client one = new Client(memory.address(), secret);
        Client other = new Client(database.address(), secret)) {
      String cinema = both(one, other, "/v1/cinemas").json().at("/data/0/id").asString();
      JsonNode page =
          both(one, other, "/v1/programme?cinemaId=" + cinema + "&date=2026-03-21").json();
      assertThat(page.at("/data/0/days/0/films/0/showtimes").size()).isEqualTo(1);
    }
  }

  /// Samoa went over the date line: 30 December 2011 was left out.
  @Test
  void a_day_whose_beginning_the_clocks_skip_has_nothing_and_the_one_before_goes_on() {
    world
        .full(
            "2011-12-28T09:00:00Z",
            cinema("a", "Pacific/Apia", "WS", ""),
            FILM,
            show("a", "2011-12-29T20:00"),
            show("a", "2011-12-31T04:30"),
            show("a", "2011-12-31T20:00"))
        .rowCounts();
    String secret = key();
    try (ServingNode memory = ServingNode.inMemorySince(world.database(), Instant.EPOCH);
        ServingNode database = ServingNode.inDatabase(world.database());
        Client one = new Client(memory.address(), secret);
        Client other = new Client(database.address(), secret)) {
      String id = one.get("/v1/cinemas").json().at("/data/0/id").asString();
      JsonNode days =
          both(one, other, "/v1/programme?days=4&date=2011-12-28&cinemaId=" + id)
              .json()
              .at("/data/0/days");
      List<String> starts = new ArrayList<>();
      for (JsonNode day : days) {
        List<String> own = new ArrayList<>();
        day.at("/films/0/showtimes").forEach(each -> own.add(each.get("startsAt").asString()));
        starts.add(day.get("date").asString() + " " + own);
      }
      assertThat(String.join("\n", starts).toLowerCase(Locale.ROOT))
          .isEqualTo(
              """
              2011-12-28 []
              2011-12-29 [2011-12-29t20:00:00-10:00, 2011-12-31t04:30:00+14:00]
              2011-12-30 []
              2011-12-31 [2011-12-31t20:00:00+14:00]\
              """);
    }
  }
}
