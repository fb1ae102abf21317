package org.marquee.v1.changes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.node.RunningService;
import org.marquee.node.ServingNode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Sql;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Following the changes over HTTP: pages, waiting, and server-sent events.
@NullMarked
@Timeout(120)
class ChangesTest {
  private static RunningService service = RunningService.start();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /// A cursor of the version 9.
  private static final String OF_A_LATER_PROGRAM =
      "CQQBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEwRsKX";

  private static int hour;
  private static String last = "now";

  @BeforeAll
  static void open() {
    publish("Rex", "Alien", "Solaris");
    last = cursor(json(get("since=now")));
  }

  @AfterAll
  static void close() {
    CLIENT.close();
    service.close();
  }

  /// Imports a cinema that shows films, and waits until its lists show them.
  private static void publish(String cinema, String... films) {
    StringBuilder feed = new StringBuilder();
    feed.append(
        """
        \n{"type":"cinema","externalId":"c","name":"%s","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AA"}}
        """
            .formatted(cinema));
    for (String film : films) {
      feed.append(
          """
          {"type":"film","externalId":"%1$s","title":"%1$s"}
          {"type":"showtime","externalId":"%1$s","film":"%1$s","cinema":"c","startsAt":"2027-01-15T19:00"}
          """
              .formatted(film));
    }
    publishLines("tester", feed.toString());
  }

  private static void publishLines(String provider, String lines) {
    World world = World.on(service.database());
    String header = World.header("full", "2026-03-01T00:%02d:00Z".formatted(hour++), "");
    world.take(provider, Shrinking.ACCEPTED, (header + lines).getBytes(UTF_8)).rowCounts();
    service.awaitNews();
  }

  private static HttpRequest.Builder request(int port, String query) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/changes?" + query))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + service.key());
  }

  private static HttpResponse<String> get(String query, String... headers) {
    return get(service.port(), query, headers);
  }

  private static HttpResponse<String> get(int port, String query, String... headers) {
    return later(port, query, headers).join();
  }

  private static CompletableFuture<HttpResponse<String>> later(
      int port, String query, String... headers) {
    HttpRequest.Builder request = request(port, query);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JsonMapper.shared().readTree(response.body());
  }

  private static String cursor(JsonNode page) {
    return page.at("/pagination/nextCursor").asString();
  }

  /// The cursor after all changes, found from the cursor of the last call: `since=now` waits for
  /// two seconds after an import.
  private static String now() {
    for (boolean more = true; more; ) {
      JsonNode page = json(get("limit=1000&since=" + last));
      last = cursor(page);
      more = page.at("/pagination/hasMore").asBoolean();
    }
    return last;
  }

  private static List<String> told(JsonNode page) {
    List<String> all = new ArrayList<>();
    for (JsonNode each : page.get("data")) {
      all.add(each.get("change").asString() + " " + each.get("kind").asString());
    }
    return all;
  }

  @Test
  void a_page_has_what_became_different_and_ends_where_the_next_begins() {
    publish("Rex", "Alien", "Solaris");
    String begin = now();
    assertThat(told(json(get("since=" + begin)))).isEmpty();
    publish("Rex", "Alien", "Stalker");
    JsonNode page = json(get("since=" + begin));
    assertThat(told(page))
        .containsExactly("upserted film", "upserted showtime", "removed showtime", "removed film");
    assertThat(page.at("/pagination/hasMore").asBoolean()).isFalse();
    assertThat(page.at("/data/0/record/title").asString()).isEqualTo("Stalker");
    assertThat(page.at("/data/2").has("record")).isFalse();
    assertThat(told(json(get("since=" + cursor(page))))).isEmpty();
    assertThat(told(json(get("since=" + begin + "&kinds=film"))))
        .containsExactly("upserted film", "removed film");
    List<String> walked = new ArrayList<>();
    String at = begin;
    for (boolean more = true; more; ) {
      JsonNode each = json(get("since=" + at + "&limit=1"));
      assertThat(each.get("data").size()).isEqualTo(1);
      walked.addAll(told(each));
      at = cursor(each);
      more = each.at("/pagination/hasMore").asBoolean();
    }
    assertThat(walked).isEqualTo(told(page));
  }

  @Test
  void a_change_that_was_sent_ahead_is_not_sent_again_after_a_commit_in_between() {
    String begin = now();
    String cinemas =
        """
        \n{"type":"cinema","externalId":"c1","name":"Odd"%1$s,"timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AB"}}
        {"type":"cinema","externalId":"c2","name":"Even"%1$s,"timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Elmet","postcode":"LS1 1AC"}}
        {"type":"film","externalId":"f","title":"Ran"}
        {"type":"showtime","externalId":"s1","film":"f","cinema":"c1","startsAt":"2027-01-15T19:00"}
        {"type":"showtime","externalId":"s2","film":"f","cinema":"c2","startsAt":"2027-01-15T19:00"}
        """;
    publishLines("ahead", cinemas.formatted(""));
    publishLines(
        "ahead",
        "\n{\"type\":\"chain\",\"externalId\":\"h\",\"name\":\"Halden\"}"
            + cinemas.formatted(",\"chain\":\"h\""));
    List<String> told = new ArrayList<>();
    String at = begin;
    for (boolean more = true; more; ) {
      JsonNode page = json(get("since=" + at + "&limit=1"));
      told.addAll(told(page));
      at = cursor(page);
      more = page.at("/pagination/hasMore").asBoolean();
      if (told.size() < 5) {
        publish("Rex", "Meanwhile " + told.size());
      }
    }
    assertThat(told.stream().filter("upserted chain"::equals)).as("%s", told).hasSize(1);
    assertThat(told.indexOf("upserted chain")).isLessThan(told.indexOf("upserted cinema"));
    publish("Rex", "Alien");
  }

  @Test
  void an_observation_alone_is_no_change() {
    publish("Rex", "Alien");
    String begin = now();
    publish("Rex", "Alien");
    assertThat(told(json(get("since=" + begin)))).isEmpty();
  }

  @Test
  void a_request_waits_for_changes_and_no_longer_than_it_asks() throws Exception {
    String begin = now();
    long start = System.nanoTime();
    assertThat(told(json(get("since=" + begin + "&wait=1")))).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(990));
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    for (String query : List.of("", "&kinds=cinema", "&limit=1", "&kinds=chain")) {
      waiting.add(later(service.port(), "since=" + begin + "&wait=30" + query));
    }
    Thread.sleep(300);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    publish("Roxy " + begin.hashCode(), "Alien");
    for (CompletableFuture<HttpResponse<String>> each : waiting.subList(0, 3)) {
      assertThat(told(json(each.get(10, TimeUnit.SECONDS)))).contains("upserted cinema");
    }
    assertThat(waiting.getLast().isDone()).isFalse();
  }

  @Test
  void who_waits_is_answered_when_the_node_stops() throws Exception {
    ServingNode other = ServingNode.on(service.database());
    int port = other.address().getPort();
    String begin = cursor(json(get(port, "since=now")));
    CompletableFuture<HttpResponse<String>> waiting = later(port, "since=" + begin + "&wait=30");
    try (Events events = new Events(port, "since=now", "")) {
      assertThat(events.nextId()).isNotEmpty();
      Thread.sleep(200);
      other.close();
      assertThat(told(json(waiting.get(10, TimeUnit.SECONDS)))).isEmpty();
      assertThat(events.rest()).doesNotContain("event: change");
    }
  }

  @Test
  void a_cursor_that_is_too_old_or_of_another_database_is_gone() throws SQLException {
    String begin = now();
    assertThat(get("since=" + begin.substring(1)).statusCode()).isEqualTo(400);
    assertThat(get("since=" + OF_A_LATER_PROGRAM).statusCode()).isEqualTo(410);
    try (RunningService other = RunningService.start()) {
      HttpResponse<String> foreign = other.get("/v1/changes?since=" + begin);
      assertThat(foreign.statusCode()).isEqualTo(410);
      JsonNode error = JsonMapper.shared().readTree(foreign.body()).get("error");
      assertThat(error.get("code").asString()).isEqualTo("not_found");
      assertThat(error.at("/details/reason").asString()).isEqualTo("cursor_expired");
    }
    publish("Rex", "Alien " + begin.hashCode());
    publish("Rex", "Alien");
    try (Connection connection = service.database().connect()) {
      Sql.of("update revision set changes_after = n - 1").run(connection);
    }
    assertThat(get("since=" + begin).statusCode()).isEqualTo(410);
    assertThat(get("since=" + begin, "Accept", "text/event-stream").statusCode()).isEqualTo(410);
    last = cursor(json(get("since=now")));
  }

  @Test
  void accept_chooses_and_answers_vary_by_it() {
    HttpResponse<String> page = get("since=now", "Accept", "text/html, */*;q=0.1");
    assertThat(page.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(page.headers().firstValue("Vary"))
        .hasValue("Authorization, Accept, Accept-Encoding");
    String tag = page.headers().firstValue("ETag").orElseThrow();
    assertThat(get("since=now", "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  @Test
  void events_come_as_they_happen_and_are_resumed_by_their_ids() throws Exception {
    publish("Rex", "Alien");
    String middle;
    try (Events events = new Events(service.port(), "since=" + now(), "")) {
      assertThat(events.nextId()).isNotEmpty();
      publish("Rex", "Alien", "Ran", "Ikiru");
      assertThat(events.next()).contains("\"change\":\"upserted\",\"kind\":\"film\"");
      middle = events.id;
      assertThat(events.next()).contains("\"kind\":\"film\"");
      assertThat(events.next()).contains("\"kind\":\"showtime\"");
      assertThat(events.next()).contains("\"kind\":\"showtime\"");
    }
    try (Events events =
        new Events(service.port(), "since=now&kinds=showtime,film", "Last-Event-ID: " + middle)) {
      assertThat(events.next()).contains("\"kind\":\"film\"");
      assertThat(events.next()).contains("\"kind\":\"showtime\"");
    }
    assertThat(get("since=now", "Accept", "text/event-stream", "Last-Event-ID", "x").statusCode())
        .isEqualTo(400);
  }

  @Test
  void a_stream_ends_when_its_key_is_revoked() throws Exception {
    PostgresAccess book = new PostgresAccess(service.database().pool());
    var issued = book.issueKey("tester", null, null).orElseThrow();
    String key = issued.secret().text();
    while (status(key) != 200) {
      Thread.sleep(50);
    }
    try (Events events = new Events(service.port(), "since=" + now(), "", key)) {
      assertThat(events.nextId()).isNotEmpty();
      book.revokeKey(issued.key().id());
      assertThat(events.rest()).doesNotContain("event: change");
    }
  }

  private static int status(String key) throws Exception {
    return CLIENT
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/v1/chains"))
                .header("Authorization", "Bearer " + key)
                .build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  /// A stream of events over a socket.
  private static final class Events implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader lines;
    private String id = "";

    Events(int port, String query, String field) throws IOException {
      this(port, query, field, service.key());
    }

    Events(int port, String query, String field, String key) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(
              ("GET /v1/changes?"
                      + query
                      + " HTTP/1.1\r\n"
                      + "Host: a\r\n"
                      + "Accept: text/event-stream\r\n"
                      + "Authorization: Bearer "
                      + key
                      + "\r\n"
                      + (field.isEmpty() ? "" : field + "\r\n")
                      + "\r\n")
                  .getBytes(UTF_8));
      InputStream in = socket.getInputStream();
      lines = new BufferedReader(new InputStreamReader(in, UTF_8));
      assertThat(lines.readLine()).isEqualTo("HTTP/1.1 200 OK");
    }

    /// The data of the next event.
    String next() throws IOException {
      String data = "";
      for (String line = line(); ; line = line()) {
        if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
          if (!data.isEmpty()) {
            return data;
          }
        }
      }
    }

    String nextId() throws IOException {
      while (id.isEmpty()) {
        String line = line();
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        }
      }
      return id;
    }

    private String line() throws IOException {
      String line = lines.readLine();
      assertThat(line).as("the stream has ended").isNotNull();
      return line;
    }

    /// Everything up to the end.
    String rest() throws IOException {
      StringBuilder rest = new StringBuilder();
      for (String line = lines.readLine();
          line != null && !line.equals("0");
          line = lines.readLine()) {
        rest.append(line).append('\n');
      }
      return rest.toString();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
