package org.marquee.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.marquee.access.Entitlement;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.node.Caller;
import org.marquee.node.ServingNode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A node with a few films and cinemas, and calls of its tools.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class McpCalls {
  static final JsonMapper JSON = JsonMapper.shared();
  final TestDatabase test = MigratedDatabase.create();
  private final Database database = MigratedDatabase.open(test);

  private static final String FEED =
      World.header("full", "2026-03-01T06:00:00Z", "")
          + """

          {"type":"cinema","externalId":"rex","name":"Rex","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AA","latitude":53.8,"longitude":-1.5}}
          {"type":"cinema","externalId":"lux","name":"Lux","timeZone":"Europe/Berlin","location":{"countryCode":"DE","locality":"Köln","postcode":"50667"}}
          {"type":"film","externalId":"s","title":"Solaris","originalTitle":"Солярис","posterUrl":"https://posters.example/s.jpg"}
          {"type":"film","externalId":"r","title":"Return to Solaris"}
          {"type":"film","externalId":"a","title":"Amélie"}
          {"type":"showtime","externalId":"1","film":"s","cinema":"rex","startsAt":"2027-07-15T19:00","bookingUrl":"https://book.example/1"}
          {"type":"showtime","externalId":"2","film":"a","cinema":"lux","startsAt":"2027-07-15T20:00"}
          """;

  /// Six cinemas with a hundred showtimes each on a day.
  String zoos() {
    StringBuilder feed = new StringBuilder();
    for (int zoo = 1; zoo <= 6; zoo++) {
      feed.append(
          """
          {"type":"cinema","externalId":"z%1$d","name":"Zoo %1$d","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AA"}}
          """
              .formatted(zoo));
    }
    feed.append("{\"type\":\"film\",\"externalId\":\"z\",\"title\":\"Zoo\"}\n");
    for (int show = 0; show < 600; show++) {
      feed.append(
          """
          {"type":"showtime","externalId":"z%d","film":"z","cinema":"z%d","startsAt":"2027-07-16T%02d:%02d"}
          """
              .formatted(show, show % 6 + 1, 12 + show / 6 / 20, show / 6 % 20 * 3));
    }
    return feed.toString();
  }

  @SuppressWarnings("NullAway.Init") // begin sets them
  private ServingNode node;

  @SuppressWarnings("NullAway.Init")
  String key;

  @BeforeAll
  void start() {
    World.on(database)
        .take("tester", Shrinking.ACCEPTED, (FEED + zoos()).getBytes(UTF_8))
        .rowCounts();
    PostgresAccess book = new PostgresAccess(database.pool());
    book.createOrganization("house");
    book.grant("house", new Entitlement("standard", Instant.EPOCH, null));
    key = book.issueKey("house", null, null).orElseThrow().secret().text();
    node = ServingNode.inMemory(database);
  }

  @AfterAll
  void close() {
    node.close();
    database.close();
  }

  String search(String title) {
    return "{\"name\":\"search_films\",\"arguments\":{\"title\":\"" + title + "\"}}";
  }

  String message(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  JsonNode result(String method, String params) {
    HttpResponse<String> answer = post(message(7, method, params));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode body = JSON.readTree(answer.body());
    assertThat(body.get("id").asInt()).isEqualTo(7);
    return body.get("result");
  }

  JsonNode call(String tool, String arguments) {
    JsonNode result = called(tool, arguments);
    assertThat(result.has("isError")).as(result.toString()).isFalse();
    JsonNode content = result.get("structuredContent");
    assertThat(JSON.readTree(result.at("/content/0/text").asString())).isEqualTo(content);
    return content;
  }

  String failure(String tool, String arguments) {
    JsonNode result = called(tool, arguments);
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
    return result.at("/content/0/text").asString();
  }

  JsonNode called(String tool, String arguments) {
    return result("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + node.address().getPort() + "/mcp");
  }

  HttpRequest.Builder request() {
    return HttpRequest.newBuilder(address())
        .header("Authorization", "Bearer " + key)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
  }

  HttpRequest.BodyPublisher bytes(byte[] body) {
    return HttpRequest.BodyPublishers.ofByteArray(body);
  }

  HttpResponse<String> post(String body) {
    return send(request().POST(bytes(body.getBytes(UTF_8))));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    return Caller.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
