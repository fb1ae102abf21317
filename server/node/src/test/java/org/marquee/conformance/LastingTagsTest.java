package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.marquee.conformance.Client.Answer;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.node.ServingNode;

/// A tag changes when, and only when, the bytes of the answer do (docs/api.md, "Conditional
/// requests"), on every node and whether they are read in memory or with SQL.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LastingTagsTest {
  private static final String WINDOW =
      "/v1/showtimes?startsAfter=2026-03-20T00:00Z&startsBefore=2026-04-10T00:00Z";

  private final World world = World.fresh();
  private final String key;
  private final List<ServingNode> nodes;

  /// The body of each tag, and the tag of each body.
  private final Map<String, String> bodies = new HashMap<>();

  private final Map<String, String> tags = new HashMap<>();

  LastingTagsTest() {
    take("alpha", 1, "Alphaville", "Badlands");
    key = ServingNode.key(world.database(), "house");
    nodes =
        List.of(ServingNode.inMemory(world.database()), ServingNode.inDatabase(world.database()));
  }

  @AfterAll
  void close() {
    nodes.forEach(ServingNode::close);
    world.close();
  }

  /// A whole feed of one cinema that shows these films, taken in a minute of the morning.
  private void take(String provider, int minute, String... titles) {
    StringBuilder feed =
        new StringBuilder(World.header("full", "2026-03-19T06:%02d:00Z".formatted(minute), ""));
    feed.append(
        """

        {"type":"cinema","externalId":"c","name":"Rex %1$s","timeZone":"Europe/London",\
        "location":{"countryCode":"GB","locality":"London","postcode":"%1$s"}}
        {"type":"screen","externalId":"s","cinema":"c","name":"Screen 1"}
        """
            .formatted(provider));
    for (int at = 0; at < titles.length; at++) {
      feed.append(
          """
          {"type":"film","externalId":"%1$d","title":"%2$s"}
          {"type":"showtime","externalId":"%1$d","film":"%1$d","cinema":"c","startsAt":"2026-03-20T2%1$d:00:00Z"}
          """
              .formatted(at, titles[at]));
    }
    world.take(provider, Shrinking.ACCEPTED, feed.toString().getBytes(UTF_8)).rowCounts();
  }

  private Client client(ServingNode node) {
    return new Client(node.address(), key);
  }

  /// The answer of all nodes, once all show the last import.
  private Answer get(String target) {
    Answer first = null;
    for (ServingNode node : nodes) {
      try (Client client = client(node)) {
        Answer answer = client.get(target);
        assertThat(answer.status()).as(target).isEqualTo(200);
        assertThatTagAndBytesGoTogether(answer);
        if (first != null) {
          assertThat(answer.body()).as(target).isEqualTo(first.body());
        }
        first = answer;
      }
    }
    if (first == null) {
      throw new AssertionError("there is no node to ask");
    }
    return first;
  }

  private void assertThatTagAndBytesGoTogether(Answer answer) {
    String body = new String(answer.body(), ISO_8859_1);
    String tag = answer.one("ETag");
    assertThat(bodies.computeIfAbsent(tag, _ -> body)).isEqualTo(body);
    assertThat(tags.computeIfAbsent(body, _ -> tag)).isEqualTo(tag);
  }

  private void awaitFilm(String title) {
    Instant end = Instant.now().plusSeconds(20);
    for (ServingNode node : nodes) {
      try (Client client = client(node)) {
        while (!new String(client.get("/v1/films?limit=100").body(), UTF_8).contains(title)) {
          assertThat(Instant.now()).as(title).isBefore(end);
          LockSupport.parkNanos(5_000_000);
        }
      }
    }
  }

  @Test
  void an_import_changes_the_tags_of_those_answers_only_whose_bytes_it_changes() {
    String film = get("/v1/films").json().at("/data/0/id").asString();
    String cinema = get("/v1/cinemas").json().at("/data/0/id").asString();
    List<String> alphas =
        List.of(
            "/v1/attributes",
            "/v1/attributes?limit=5",
            "/v1/films?limit=1",
            "/v1/films/" + film,
            "/v1/cinemas/" + cinema,
            "/v1/cinemas?search=alpha",
            "/v1/screens?cinemaId=" + cinema,
            WINDOW + "&filmId=" + film,
            WINDOW + "&attributeIds=imax&cinemaId=" + cinema);
    Map<String, Answer> before = new HashMap<>();
    for (String target : alphas) {
      before.put(target, get(target));
    }
    String all = get("/v1/films?limit=100").one("ETag");

    take("beta", 2, "Zardoz");
    awaitFilm("Zardoz");

    before.forEach((target, first) -> {
      assertThat(get(target).body()).as(target).isEqualTo(first.body());
      for (ServingNode node : nodes) {
        try (Client client = client(node)) {
          String tag = first.one("ETag");
          assertThat(client.get(target, "If-None-Match: " + tag).status()).isEqualTo(304);
          assertThat(client.ask("HEAD", target, "If-None-Match: " + tag).status()).isEqualTo(304);
        }
      }
    });
    assertThat(get("/v1/films?limit=100").one("ETag")).isNotEqualTo(all);

    // A later observation: the freshness is part of the body.
    take("alpha", 3, "Alphaville", "Badlands", "Zama");
    awaitFilm("Zama");
    before.forEach((target, first) -> {
      boolean same = get(target).one("ETag").equals(first.one("ETag"));
      assertThat(same).as(target).isEqualTo(target.startsWith("/v1/attributes"));
    });

    try (ServingNode another = ServingNode.inMemory(world.database());
        Client client = client(another)) {
      for (String target : alphas) {
        assertThat(client.get(target).one("ETag")).isEqualTo(get(target).one("ETag"));
      }
    }
  }

  @Test
  void what_only_conditional_requests_ask_for_is_kept_and_lost_like_the_rest() {
    String target = "/v1/chains";
    String tag = get(target).one("ETag");
    for (ServingNode node : nodes) {
      try (Client client = client(node)) {
        for (int time = 0; time < 4; time++) {
          assertThat(client.get(target, "If-None-Match: " + tag).status()).isEqualTo(304);
          assertThat(client.get(target, "If-None-Match: \"x\"").one("ETag")).isEqualTo(tag);
        }
      }
    }
  }
}
