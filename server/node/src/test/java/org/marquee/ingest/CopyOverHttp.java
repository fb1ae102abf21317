package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The copy of a follower over HTTP that uses another node for each request, as behind a load
/// balancer.
@NullMarked
final class CopyOverHttp {
  private static final LocalDate FIRST = LocalDate.parse("2025-03-01");
  private static final List<String> REFERENCES =
      List.of("filmId", "cinemaId", "screenId", "chainId");

  private final HttpClient client;
  private final List<InetSocketAddress> nodes;
  private final String key;
  private final SplittableRandom random;
  private final Map<String, JsonNode> held = new TreeMap<>();
  private final Set<String> told = new LinkedHashSet<>();
  private final boolean founder;
  private String cursor = "now";
  private String last = "";

  /// @param founder whether it begins with an empty database, so that every reference in it must
  ///   resolve
  CopyOverHttp(
      HttpClient client,
      List<InetSocketAddress> nodes,
      String key,
      SplittableRandom random,
      boolean founder) {
    this.client = client;
    this.nodes = nodes;
    this.key = key;
    this.random = random;
    this.founder = founder;
  }

  /// Begins with the lists, as docs/api.md says.
  void begin() throws IOException, InterruptedException {
    cursor = get("/v1/changes?since=now").at("/pagination/nextCursor").asString();
    held.putAll(listed());
  }

  /// Takes a page, and says whether it was the last for now.
  boolean follow() throws IOException, InterruptedException {
    JsonNode page =
        get(
            "/v1/changes?since=%s&limit=%d&wait=%d"
                .formatted(
                    cursor, 1 + random.nextInt(random.nextBoolean() ? 3 : 200), random.nextInt(2)));
    page.get("data").forEach(this::take);
    cursor = page.at("/pagination/nextCursor").asString();
    return page.get("data").isEmpty() && !page.at("/pagination/hasMore").asBoolean();
  }

  /// Takes some events of a stream, if they come soon, and breaks off anywhere: the next request
  /// goes on after the last one.
  void stream() throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        client.send(
            request("/v1/changes?since=now")
                .header("Accept", "text/event-stream")
                .header("Last-Event-ID", cursor)
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    int events = 1 + random.nextInt(40);
    long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
      JsonNode change = null;
      String id = cursor;
      while (events > 0 && System.nanoTime() < end) {
        if (!lines.ready()) {
          Thread.sleep(5);
          continue;
        }
        String line = lines.readLine();
        if (line.startsWith("data: ")) {
          change = JsonMapper.shared().readTree(line.substring(6));
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.isEmpty()) {
          // Only a complete event counts; an incomplete one comes again.
          cursor = id;
          if (change != null) {
            take(change);
            change = null;
            events--;
          }
        }
      }
    }
  }

  private void take(JsonNode change) {
    String id = change.get("id").asString();
    String at = change.get("at").asString();
    assertThat(at).isGreaterThanOrEqualTo(last);
    last = at;
    if (change.get("change").asString().equals("upserted")) {
      held.put(id, stable(change.get("record")));
    } else {
      held.remove(id);
    }
    if (founder) {
      String into = change.path("into").asString("");
      assertThat(into.isEmpty() || held.containsKey(into)).as("%s", change).isTrue();
      for (JsonNode each : held.values()) {
        for (String reference : REFERENCES) {
          String referred = each.path(reference).asString("");
          assertThat(referred.isEmpty() || held.containsKey(referred))
              .as("%s after %s", each, change)
              .isTrue();
        }
      }
    }
    assertThat(told.add(change.toString())).as("it came twice: %s", change).isTrue();
  }

  /// The changes it received, in order, for messages of tests.
  @Override
  public String toString() {
    return "founder " + founder + ", at " + cursor + ": " + told;
  }

  Map<String, JsonNode> held() {
    return held;
  }

  /// The records of the lists.
  Map<String, JsonNode> listed() throws IOException, InterruptedException {
    Map<String, JsonNode> all = new TreeMap<>();
    list("/v1/chains?", all);
    list("/v1/films?", all);
    Map<String, JsonNode> cinemas = new TreeMap<>();
    list("/v1/cinemas?", cinemas);
    all.putAll(cinemas);
    for (String cinema : cinemas.keySet()) {
      list("/v1/screens?cinemaId=" + cinema + "&", all);
    }
    for (LocalDate month = FIRST; month.getYear() == FIRST.getYear(); month = month.plusMonths(1)) {
      list(
          "/v1/showtimes?startsAfter=%sT00:00:00Z&startsBefore=%sT00:00:00Z&"
              .formatted(month, month.plusMonths(1)),
          all);
    }
    return all;
  }

  private void list(String target, Map<String, JsonNode> all)
      throws IOException, InterruptedException {
    String more = "";
    do {
      JsonNode page = get(target + "limit=100" + more);
      page.get("data").forEach(each -> all.put(each.get("id").asString(), stable(each)));
      JsonNode next = page.at("/pagination/nextCursor");
      more = next.isString() ? "&cursor=" + next.asString() : "";
    } while (!more.isEmpty());
  }

  /// A record without its observation times, which change without an entry in the log.
  private static JsonNode stable(JsonNode record) {
    ObjectNode copy = (ObjectNode) record.deepCopy();
    copy.remove("lastSeenAt");
    ((ObjectNode) copy.get("provenance")).remove(List.of("observedAt", "sourceUpdatedAt"));
    return copy;
  }

  private HttpRequest.Builder request(String target) {
    InetSocketAddress node = nodes.get(random.nextInt(nodes.size()));
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.getPort() + target))
        .timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + key);
  }

  private JsonNode get(String target) throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(request(target).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as("%s: %s", target, response.body()).isEqualTo(200);
    return JsonMapper.shared().readTree(response.body());
  }
}
