package org.marquee.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.FeedSource;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.http.message.Cors;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.node.ServingNode;
import org.marquee.sample.Sample;
import org.marquee.sample.SampleRegion;
import org.marquee.store.reconcile.PostgresLedger;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The mock answers like a node that has imported the same feed.
@NullMarked
class MockTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Database DATABASE = MigratedDatabase.open();
  private static final FeedSource FEED = Sample.begin().feed();

  private static Mock mock;
  private static ServingNode node;
  private static String key;

  @BeforeAll
  static void start() throws Exception {
    new Import(new PostgresLedger(DATABASE), InstantSource.system())
        .run(
            new Import.Order(
                new MarqueeReader(),
                FEED,
                SampleRegion.PROVIDER,
                new Rules.Normal(Rules.Shrinking.ACCEPTED, Rules.Effect.COMMIT)));
    key = ServingNode.key(DATABASE, "house");
    node = ServingNode.inMemory(DATABASE);
    mock =
        Mock.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new MarqueeReader(),
            FEED,
            SampleRegion.PROVIDER,
            Cors.ANY);
  }

  @AfterAll
  static void close() {
    mock.close();
    node.close();
    DATABASE.close();
  }

  @Test
  void it_answers_with_the_bytes_of_a_real_import() throws Exception {
    Instant noon = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(36, ChronoUnit.HOURS);
    String window = "?startsAfter=%s&startsBefore=%s".formatted(noon, noon.plusSeconds(14_400));
    List<String> targets = new ArrayList<>();
    for (String list :
        List.of(
            "/v1/showtimes" + window + "&limit=100",
            "/v1/showtimes" + window + "&limit=10&attributeIds=subtitled",
            "/v1/films?limit=50",
            "/v1/cinemas?limit=50",
            "/v1/cinemas?latitude=51.3&longitude=1.1&radiusKm=30",
            "/v1/cinemas?search=rex",
            SampleRegion.PROGRAMME,
            "/v1/chains",
            "/v1/programme?latitude=51.3&longitude=1.1&radiusKm=60&limit=5&days=3",
            "/v1/programme?latitude=51.3&longitude=1.1&radiusKm=60&limit=20&days=7")) {
      for (String target = list; target != null; target = next(list, target)) {
        targets.add(target);
      }
    }
    for (JsonNode cinema : get("/v1/cinemas?limit=100").get("data")) {
      targets.add("/v1/screens?cinemaId=" + cinema.get("id").asString());
      targets.add("/v1/cinemas/" + cinema.get("id").asString());
      targets.add("/v1/cinemas/" + cinema.get("id").asString() + "/calendar.ics");
    }
    targets.add("/v1/films/" + get("/v1/films").get("data").get(0).get("id").asString());
    assertThat(targets).hasSizeGreaterThan(90);
    for (String target : targets) {
      assertThat(ask(mock.address(), target, "any").body())
          .as(target)
          .isEqualTo(ask(node.address(), target, key).body());
    }
    assertThat(get("/v1/attributes").get("data")).hasSize(12);
    assertThat(get(SampleRegion.PROGRAMME).get("data").get(0).get("days").get(0).get("films"))
        .isNotEmpty();
  }

  private static @Nullable String next(String list, String target) throws Exception {
    JsonNode cursor = get(target).get("pagination").get("nextCursor");
    if (cursor.isNull()) {
      return null;
    }
    return list + (list.contains("?") ? "&" : "?") + "cursor=" + cursor.asString();
  }

  @Test
  void it_refuses_what_a_node_refuses() throws Exception {
    for (String target :
        List.of("/v1/films?limit=0", "/v1/showtimes", "/v1/films/fi_none", "/v1/nothing")) {
      HttpResponse<String> ours = ask(mock.address(), target, "any");
      HttpResponse<String> real = ask(node.address(), target, key);
      assertThat(ours.statusCode()).as(target).isEqualTo(real.statusCode()).isNotEqualTo(200);
      assertThat(error(ours).get("message")).isEqualTo(error(real).get("message"));
    }
    assertThat(ask(mock.address(), "/v1/films", "").statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "code=400, 400, bad_request",
    "code=401, 401, unauthorized",
    "code=403, 403, entitlement_required",
    "'code=403, error=forbidden', 403, forbidden",
    "code=404, 404, not_found",
    "code=410, 410, not_found",
    "code=\"412\", 412, bad_request",
    "Code = 429, 429, rate_limited",
    "code=500, 500, internal_error",
    "'return=minimal; code=503', 503, database_unavailable",
    "code=418, 400, bad_request",
    "code=403;error=not_found, 400, bad_request"
  })
  void a_request_gets_the_error_that_it_prefers(String prefer, int status, String code)
      throws Exception {
    HttpResponse<String> answer =
        CLIENT.send(
            request(mock.address(), "/v1/films", "any").header("Prefer", prefer).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(error(answer).get("code").asString()).isEqualTo(code);
    boolean waits = status == 429 || status == 503;
    assertThat(answer.headers().firstValue("Retry-After").isPresent()).isEqualTo(waits);
  }

  @Test
  void tools_for_models_are_there_but_not_for_pages_of_other_origins() throws Exception {
    try (Mock guarded =
        Mock.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new MarqueeReader(),
            FEED,
            SampleRegion.PROVIDER,
            Cors.of(Set.of("https://rex.example")))) {
      assertThat(ping(guarded, "https://rex.example")).isEqualTo(200);
      assertThat(ping(guarded, "https://evil.example")).isEqualTo(403);
      assertThat(ping(guarded, "null")).isEqualTo(403);
    }
    assertThat(ping(mock, "https://evil.example")).isEqualTo(403);
  }

  private static int ping(Mock server, String origin) throws Exception {
    return CLIENT
        .send(
            request(server.address(), "/mcp", "any")
                .header("Origin", origin)
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }

  @Test
  void other_preferences_change_nothing() throws Exception {
    HttpResponse<String> answer =
        CLIENT.send(
            request(mock.address(), "/v1/chains", "any").header("Prefer", "return=minimal").build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  private static JsonNode error(HttpResponse<String> answer) {
    return JSON.readTree(answer.body()).get("error");
  }

  private static JsonNode get(String target) throws Exception {
    HttpResponse<String> answer = ask(node.address(), target, key);
    assertThat(answer.statusCode()).as(target).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static HttpResponse<String> ask(InetSocketAddress server, String target, String key)
      throws Exception {
    return CLIENT.send(request(server, target, key).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(InetSocketAddress server, String target, String key) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getPort() + target));
    return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
  }
}
