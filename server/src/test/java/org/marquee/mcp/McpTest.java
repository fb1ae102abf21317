package org.marquee.mcp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.JavaProcess;
import org.marquee.access.Entitlement;
import org.marquee.app.ServingNode;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.store.PostgresAccess;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The Model Context Protocol over HTTP, and by the command `mcp`.
@NullMarked
@Timeout(120)
class McpTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final TestDatabase TEST = MigratedDatabase.create();
  private static final Database DATABASE = Database.open(MigratedDatabase.address(TEST));

  private static final String FEED =
      World.header("full", "2026-03-01T06:00:00Z", "")
          + """

          {"type":"cinema","externalId":"rex","name":"Rex","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AA","latitude":53.8,"longitude":-1.5}}
          {"type":"cinema","externalId":"lux","name":"Lux","timeZone":"Europe/Berlin","location":{"countryCode":"DE","locality":"Köln","postcode":"50667"}}
          {"type":"film","externalId":"s","title":"Solaris","posterUrl":"https://posters.example/s.jpg"}
          {"type":"film","externalId":"r","title":"Return to Solaris"}
          {"type":"film","externalId":"a","title":"Amélie"}
          {"type":"showtime","externalId":"1","film":"s","cinema":"rex","startsAt":"2027-07-15T19:00","bookingUrl":"https://book.example/1"}
          {"type":"showtime","externalId":"2","film":"a","cinema":"lux","startsAt":"2027-07-15T20:00"}
          """;

  /// Six cinemas with a hundred showtimes each on a day.
  private static String zoos() {
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

  private static ServingNode node;
  private static String key;

  @BeforeAll
  static void start() {
    World.on(DATABASE).take("tester", Shrinking.ACCEPTED, (FEED + zoos()).getBytes(UTF_8)).tally();
    PostgresAccess book = new PostgresAccess(DATABASE.pool());
    book.createOrganization("house");
    book.grant("house", new Entitlement("standard", Instant.EPOCH, null));
    key = book.issueKey("house", null, null).orElseThrow().secret().text();
    node = ServingNode.inMemory(DATABASE);
  }

  @AfterAll
  static void close() {
    CLIENT.close();
    node.close();
    DATABASE.close();
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25, 2025-11-25",
    "2025-06-18, 2025-06-18",
    "2025-03-26, 2025-03-26",
    "1999-01-01, 2025-11-25"
  })
  void the_revision_of_the_client_is_spoken_where_it_is_known(String asked, String spoken) {
    JsonNode result =
        result("initialize", "{\"protocolVersion\":\"" + asked + "\",\"capabilities\":{}}");
    assertThat(result.get("protocolVersion").asString()).isEqualTo(spoken);
    assertThat(result.at("/capabilities/tools").isObject()).isTrue();
    assertThat(result.at("/serverInfo/name").asString()).isEqualTo("marquee");
    assertThat(result.get("instructions").asString()).contains("whats_on");
  }

  @Test
  void tools_say_what_they_take() {
    List<String> names = new ArrayList<>();
    for (JsonNode tool : result("tools/list", "{}").get("tools")) {
      names.add(tool.get("name").asString());
      assertThat(tool.get("description").asString()).hasSizeGreaterThan(20);
      JsonNode schema = tool.get("inputSchema");
      assertThat(schema.get("type").asString()).isEqualTo("object");
      assertThat(schema.toString()).doesNotContain("$ref").doesNotContain("/v1/");
      for (JsonNode property : schema.get("properties")) {
        assertThat(property.has("description")).as(schema.toString()).isTrue();
      }
    }
    assertThat(names)
        .containsExactly(
            "whats_on",
            "search_cinemas",
            "search_films",
            "list_showtimes",
            "get_film",
            "get_cinema",
            "list_changes");
  }

  @Test
  void what_is_on_is_one_call_and_a_short_answer() {
    JsonNode rex = call("search_cinemas", "{\"search\":\"rex\"}").at("/data/0");
    JsonNode answer =
        call(
            "whats_on",
            "{\"cinemaId\":[\"%s\"],\"date\":\"2027-07-15\"}".formatted(rex.get("id").asString()));
    JsonNode day = answer.at("/data/0/days/0");
    assertThat(day.at("/coverage/state").asString()).isNotEmpty();
    assertThat(day.at("/films/0/film/title").asString()).isEqualTo("Solaris");
    assertThat(day.at("/films/0/showtimes/0/startsAt").asString())
        .isEqualTo("2027-07-15T19:00:00+01:00");
    assertThat(answer.toString())
        .doesNotContain("provenance")
        .doesNotContain("posterUrl")
        .doesNotContain("pagination");
    assertThat(answer.has("observedAt")).isTrue();
  }

  @Test
  void films_are_found_by_a_part_of_their_title_the_best_first() {
    JsonNode solaris = call("search_films", "{\"title\":\"SOLARIS\"}");
    assertThat(solaris.at("/data/0/title").asString()).isEqualTo("Solaris");
    assertThat(solaris.at("/data/1/title").asString()).isEqualTo("Return to Solaris");
    assertThat(solaris.get("matches").asInt()).isEqualTo(2);
    JsonNode first = call("search_films", "{\"title\":\"solaris\",\"limit\":1}");
    assertThat(first.get("data")).hasSize(1);
    assertThat(first.get("matches").asInt()).isEqualTo(2);
    assertThat(call("search_films", "{\"title\":\"amelie\"}").at("/data/0/title").asString())
        .isEqualTo("Amélie");
    assertThat(call("search_films", "{\"title\":\"stalker\"}").get("data")).isEmpty();
  }

  @Test
  void pages_go_on_with_the_cursor() {
    JsonNode first = call("search_cinemas", "{\"limit\":1}");
    JsonNode second =
        call(
            "search_cinemas",
            "{\"limit\":1,\"cursor\":\"%s\"}".formatted(first.get("nextCursor").asString()));
    assertThat(first.at("/data/0/name").asString()).isEqualTo("Lux");
    assertThat(second.at("/data/0/name").asString()).isEqualTo("Rex");
    assertThat(call("search_cinemas", "{\"search\":\"rex\"}").has("nextCursor")).isFalse();
  }

  @Test
  void changes_begin_now_and_go_on() {
    JsonNode now = call("list_changes", "{\"since\":\"now\"}");
    JsonNode next =
        call("list_changes", "{\"since\":\"%s\"}".formatted(now.get("nextCursor").asString()));
    assertThat(next.get("data")).isEmpty();
    assertThat(failure("list_changes", "{\"since\":\"now\",\"wait\":30}"))
        .contains("wait (unknown)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whats_on | {} | cinemaId (required): say where",
        "whats_on | {\"postcode\":\"ZZ99\"} | postcode (unknown_postcode)",
        "whats_on | {\"filmId\":\"x\",\"days\":8} | days (too_large): at most 7",
        "whats_on | {\"filmId\":\"x\",\"limit\":21} | limit (too_large): at most 20",
        "whats_on | {\"filmId\":{},\"x\":1} | filmId (malformed)",
        "whats_on | {\"filmId\":[\"x\"]} | filmId (malformed)",
        "whats_on | {\"filmId\":true} | filmId (malformed)",
        "whats_on | {\"filmId\":\"\\u0000\"} | filmId (malformed)",
        "whats_on | {\"filmId\":\"x\",\"cursor\":\"y\"} | pass nextCursor of the page before",
        "search_films | {} | title (required)",
        "search_films | {\"title\":\"?!\"} | title (too_short)",
        "search_films | {\"title\":\"\"} | title (too_short)",
        "list_showtimes | {\"startsAfter\":\"tonight\"} | startsBefore (required)",
        "list_showtimes | {\"limit\":51} | startsAfter (required)",
        "get_film | {\"filmID\":\"x\"} | filmId (required)",
        "get_film | {} | filmId (required)",
        "get_film | {\"filmId\":\"x\"} | No record has this id",
        "list_changes | {\"since\":\"then\"} | since (malformed)"
      })
  void wrong_arguments_are_named_with_what_is_right(String tool, String arguments, String why) {
    assertThat(failure(tool, arguments)).contains(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "search_films | {\"title\":\"\"} | title (too_short)",
        "search_films | {\"title\":{}} | title (malformed)",
        "get_film | {\"filmId\":[\"x\"]} | filmId (malformed)",
        "search_cinemas | {\"latitude\":[1],\"longitude\":1} | latitude (malformed)"
      })
  void an_argument_at_fault_is_named_once(String tool, String arguments, String fault) {
    assertThat(failure(tool, arguments).lines().skip(1)).singleElement().asString().contains(fault);
  }

  /// Models write numbers as strings and lists as one string, and name what they leave out.
  @Test
  void arguments_are_taken_as_models_write_them() {
    String window =
        "\"startsAfter\":\"2027-07-15T00:00:00+01:00\",\"startsBefore\":\"2027-07-16T00:00:00Z\"";
    JsonNode plain = call("list_showtimes", "{" + window + ",\"limit\":5}");
    assertThat(plain.get("data")).hasSize(2);
    assertThat(
            plain.at("/data/1/bookingUrl").asString() + plain.at("/data/0/bookingUrl").asString())
        .isEqualTo("https://book.example/1");
    assertThat(
            call(
                "list_showtimes",
                "{" + window + ",\"limit\":\"5\",\"filmId\":null,\"attributeIds\":[]}"))
        .isEqualTo(plain);
    assertThat(call("list_showtimes", "{" + window + ",\"limit\":5.0}")).isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"} | -32601",
        "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{\"name\":\"rm\"}} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[]} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"get_film\",\"arguments\":7}} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}} | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}} | -32602"
      })
  void a_request_that_cannot_be_met_gets_an_error(String message, int code) {
    HttpResponse<String> answer = post(message);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(JSON.readTree(answer.body()).at("/error/code").asInt()).isEqualTo(code);
    assertThat(JSON.readTree(answer.body()).has("id")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not json | -32700",
        "'' | -32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi | -32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"} | -32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {} | -32700",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}] | -32600",
        "7 | -32600",
        "{} | -32600",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"} | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":3} | -32600"
      })
  void what_is_no_message_is_refused(String body, int code) {
    HttpResponse<String> answer = post(body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(answer.body()).at("/error/code").asInt()).isEqualTo(code);
    assertThat(JSON.readTree(answer.body()).get("id").isNull()).isTrue();
  }

  @Test
  void neither_depth_nor_bytes_that_are_no_text_do_harm() {
    assertThat(post("[".repeat(60_000)).statusCode()).isEqualTo(400);
    assertThat(post("{\"a\":".repeat(10_000)).statusCode()).isEqualTo(400);
    assertThat(send(request().POST(bytes(new byte[] {'"', (byte) 0xc3, '"'}))).statusCode())
        .isEqualTo(400);
    assertThat(post("1".repeat(65_537)).statusCode()).isEqualTo(413);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
      })
  void what_asks_for_nothing_is_accepted_without_a_body(String message) {
    HttpResponse<String> answer = post(message);
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void the_endpoint_asks_for_a_key_and_takes_a_token_of_the_rate() {
    HttpRequest.Builder keyless =
        HttpRequest.newBuilder(address()).POST(HttpRequest.BodyPublishers.ofString("{}"));
    HttpResponse<String> refused = send(keyless);
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(JSON.readTree(refused.body()).at("/error/code").asString())
        .isEqualTo("unauthorized");
    assertThat(post("{}").headers().firstValue("RateLimit")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "Accept, text/event-stream, 406",
    "Accept, 'application/json, text/event-stream', 200",
    "Content-Type, text/plain, 415",
    "Content-Type, application/json; charset=utf-8, 200",
    "MCP-Protocol-Version, 2025-06-18, 200",
    "MCP-Protocol-Version, 1999-01-01, 400",
    "Origin, https://pages.example, 200"
  })
  void header_fields_are_as_the_transport_says(String name, String value, int status) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address())
            .header("Authorization", "Bearer " + key)
            .header(name, value)
            .POST(HttpRequest.BodyPublishers.ofString(message(1, "ping", "{}")));
    assertThat(send(request).statusCode()).isEqualTo(status);
  }

  @Test
  void there_is_no_stream_of_the_server() {
    HttpResponse<String> answer = send(request().GET());
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).contains("POST, OPTIONS");
  }

  @Test
  void on_standard_input_a_message_is_a_line(@TempDir Path home) throws Exception {
    Process process =
        JavaProcess.marquee(List.of("mcp", "--home", home.toString(), "--database", TEST.url()))
            .redirectError(home.resolve("log").toFile())
            .start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(("\n\r\nnot json\n" + message(1, "ping", "{}") + "\r\n").getBytes(UTF_8));
      in.write(
          (message(2, "tools/call", search("Sólaris")) + '\n' + message(3, "ping", "{}") + '\n')
              .getBytes(UTF_8));
      in.write(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}\n"
              .getBytes(UTF_8));
      in.write(("x".repeat(200_000) + '\n').getBytes(UTF_8));
      in.write(
          (message(4, "tools/call", "{\"name\":\"list_changes\",\"arguments\":{\"since\":\"now\"}}")
                  + '\n')
              .getBytes(UTF_8));
      in.write("\"\u00e9\"\n".getBytes(ISO_8859_1));
      in.write("{\"jsonrpc\":\"2.0\",\"id\":5,".getBytes(UTF_8));
    }
    try (BufferedReader out = process.inputReader(UTF_8)) {
      Map<String, JsonNode> answers = new HashMap<>();
      List<Integer> errors = new ArrayList<>();
      out.lines()
          .map(JSON::readTree)
          .forEach(answer -> {
            if (answer.has("error")) {
              assertThat(answer.get("id").isNull()).isTrue();
              errors.add(answer.at("/error/code").asInt());
            } else {
              answers.put(answer.get("id").asString(), answer.get("result"));
            }
          });
      assertThat(errors).containsExactly(-32700, -32600, -32700, -32700);
      assertThat(answers).containsKeys("1", "2", "4");
      assertThat(requireNonNull(answers.get("2")).at("/structuredContent/data/0/title").asString())
          .isEqualTo("Solaris");
      assertThat(requireNonNull(answers.get("4")).at("/structuredContent/nextCursor").asString())
          .isNotEmpty();
    }
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void an_answer_that_grows_long_has_fewer_records_and_goes_on() {
    String zoo = call("search_films", "{\"title\":\"zoo\"}").at("/data/0/id").asString();
    String question = "{\"filmId\":\"%s\",\"date\":\"2027-07-16\",\"limit\":20".formatted(zoo);
    List<String> found = new ArrayList<>();
    int pages = 0;
    String cursor = "";
    do {
      JsonNode page = call("whats_on", question + cursor + "}");
      page.get("data").forEach(each -> found.add(each.at("/cinema/name").asString()));
      assertThat(page.toString()).hasSizeLessThan(25_001);
      cursor =
          page.has("nextCursor")
              ? ",\"cursor\":\"%s\"".formatted(page.get("nextCursor").asString())
              : "";
      pages++;
    } while (!cursor.isEmpty() && pages < 9);
    assertThat(found).containsExactly("Zoo 1", "Zoo 2", "Zoo 3", "Zoo 4", "Zoo 5", "Zoo 6");
    assertThat(pages).isGreaterThan(1);
  }

  private static String search(String title) {
    return "{\"name\":\"search_films\",\"arguments\":{\"title\":\"" + title + "\"}}";
  }

  private static String message(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  private static JsonNode result(String method, String params) {
    HttpResponse<String> answer = post(message(7, method, params));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode body = JSON.readTree(answer.body());
    assertThat(body.get("id").asInt()).isEqualTo(7);
    return body.get("result");
  }

  private static JsonNode call(String tool, String arguments) {
    JsonNode result = called(tool, arguments);
    assertThat(result.has("isError")).as(result.toString()).isFalse();
    JsonNode content = result.get("structuredContent");
    assertThat(JSON.readTree(result.at("/content/0/text").asString())).isEqualTo(content);
    return content;
  }

  private static String failure(String tool, String arguments) {
    JsonNode result = called(tool, arguments);
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
    return result.at("/content/0/text").asString();
  }

  private static JsonNode called(String tool, String arguments) {
    return result("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  private static URI address() {
    return URI.create("http://127.0.0.1:" + node.address().getPort() + "/mcp");
  }

  private static HttpRequest.Builder request() {
    return HttpRequest.newBuilder(address())
        .header("Authorization", "Bearer " + key)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
  }

  private static HttpRequest.BodyPublisher bytes(byte[] body) {
    return HttpRequest.BodyPublishers.ofByteArray(body);
  }

  private static HttpResponse<String> post(String body) {
    return send(request().POST(bytes(body.getBytes(UTF_8))));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
