package org.marquee.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.marquee.node.Caller;
import org.marquee.node.ServingNode;
import org.marquee.store.read.PublishedRecords;
import org.marquee.store.sql.Database;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The answers about a few records: of a node that answers from memory, and of one that reads the
/// database.
@NullMarked
final class Pages implements AutoCloseable {
  private static final List<String> TARGETS =
      List.of(
          "/v1/showtimes?startsAfter=2026-02-01T00:00:00Z&startsBefore=2026-03-01T00:00:00Z&limit=100",
          "/v1/showtimes?startsAfter=2026-03-01T00:00:00Z&startsBefore=2026-03-31T00:00:00Z&limit=100",
          "/v1/showtimes?startsAfter=2036-07-01T00:00:00Z&startsBefore=2036-07-31T00:00:00Z&limit=100",
          // An empty page has the newest observation.
          "/v1/showtimes?startsAfter=2040-07-01T00:00:00Z&startsBefore=2040-07-31T00:00:00Z",
          "/v1/films?limit=100",
          "/v1/cinemas?limit=100",
          "/v1/cinemas?search=nowhere",
          "/v1/chains?limit=100");

  private final Database database;
  private final List<ServingNode> nodes;
  private final String key;

  Pages(Database database) {
    this.database = database;
    key = ServingNode.key(database, "house");
    nodes = List.of(ServingNode.inDatabase(database), ServingNode.inMemory(database));
  }

  /// All answers by their targets. Both nodes give the same once both have the newest revision.
  Map<String, String> all() {
    Map<String, String> pages = new LinkedHashMap<>();
    long revision = new PublishedRecords(database).revision().number();
    for (ServingNode node : nodes) {
      node.awaitShown(revision);
    }
    TARGETS.forEach(target -> pages.put(target, get(target)));
    List<String> screens = new ArrayList<>();
    for (JsonNode cinema : data(pages.getOrDefault("/v1/cinemas?limit=100", ""))) {
      screens.add("/v1/screens?limit=100&cinemaId=" + cinema.get("id").asString());
    }
    screens.forEach(target -> pages.put(target, get(target)));
    return pages;
  }

  private static JsonNode data(String page) {
    return JsonMapper.shared().readTree(page).get("data");
  }

  private String get(String target) {
    HttpResponse<byte[]> asked = ask(nodes.getFirst(), target);
    HttpResponse<byte[]> remembered = ask(nodes.getLast(), target);
    String page = new String(asked.body(), UTF_8);
    assertThat(asked.statusCode()).as(target + page).isEqualTo(200);
    assertThat(new String(remembered.body(), UTF_8)).as(target).isEqualTo(page);
    return page;
  }

  private HttpResponse<byte[]> ask(ServingNode node, String target) {
    URI address = URI.create("http://localhost:" + node.address().getPort() + target);
    return Caller.send(
        HttpRequest.newBuilder(address).header("Authorization", "Bearer " + key),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  @Override
  public void close() {
    nodes.forEach(ServingNode::close);
  }
}
