package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.conformance.Client.Answer;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.node.ServingNode;
import tools.jackson.databind.JsonNode;

/// What callers see while feeds come in and snapshots are replaced.
class RefreshTest {
  private static final Instant FIRST = Instant.parse("2026-03-20T00:30:00Z");
  private static final Instant OBSERVED = Instant.parse("2026-03-19T06:00:00Z");
  private static final int ROUNDS = Rounds.of(12);
  private static final int LASTING = 150;
  private static final int CHANGING = 150;

  private final World world = World.fresh();
  private final Random random = new Random(Town.SEED);
  private final String key;
  private final List<ServingNode> nodes;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Map<String, byte[]> seen = new ConcurrentHashMap<>();
  private final AtomicInteger pages = new AtomicInteger();
  private final AtomicInteger walks = new AtomicInteger();

  RefreshTest() {
    take(0);
    key = ServingNode.key(world.database(), "house");
    nodes =
        List.of(
            ServingNode.inMemory(world.database()),
            ServingNode.inMemorySince(world.database(), FIRST.plus(3, ChronoUnit.DAYS)),
            ServingNode.inDatabase(world.database()));
  }

  @AfterEach
  void close() {
    nodes.forEach(ServingNode::close);
    world.close();
  }

  /// A feed whose changing showtimes have the number of the round; some are added, withdrawn and
  /// moved.
  private void take(int round) {
    List<String> lines = new ArrayList<>();
    lines.add(World.header("full", OBSERVED.plus(round, ChronoUnit.MINUTES).toString(), ""));
    lines.add("{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}");
    lines.add(
        """
        {"type":"cinema","externalId":"c","name":"Rex %d","timeZone":"Europe/London",\
        "location":{"countryCode":"GB","locality":"London","postcode":"N1 9GU"}}\
        """
            .formatted(round));
    for (int at = 0; at < LASTING; at++) {
      lines.add(showtime("lasting-" + at, FIRST.plus(at * 71L, ChronoUnit.MINUTES), "same"));
    }
    for (int at = 0; at < CHANGING; at++) {
      if (round == 0 || random.nextInt(6) > 0) {
        Instant start = FIRST.plus(random.nextInt(10_000), ChronoUnit.MINUTES);
        lines.add(showtime("changing-" + at, start, "round-" + round));
      }
    }
    assertThat(
            world
                .take(World.PROVIDER, Shrinking.ACCEPTED, String.join("\n", lines).getBytes(UTF_8))
                .rowCounts()
                .total()
                .refused())
        .isZero();
  }

  private static String showtime(String id, Instant start, String word) {
    return """
    {"type":"showtime","externalId":"%s","film":"f","cinema":"c","startsAt":"%s",\
    "bookingUrl":"https://rex.example/%s"}\
    """
        .formatted(id, start, word);
  }

  @Test
  void pages_are_of_one_state_and_walks_see_what_lasts_exactly_once() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      List<Future<?>> readers = new ArrayList<>();
      for (int at = 0; at < 3; at++) {
        Random own = new Random(random.nextLong());
        readers.add(threads.submit((Callable<Void>) () -> read(own)));
      }
      try {
        for (int round = 1; round <= ROUNDS; round++) {
          take(round);
        }
      } finally {
        over.set(true);
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
    }
    assertThat(pages).as("pages read").hasValueGreaterThan(3 * ROUNDS);
    assertThat(walks).as("walks").hasValueGreaterThan(3);
    assertThatAllShowTheLastRound();
  }

  private Void read(Random own) {
    List<Client> clients = nodes.stream().map(node -> new Client(node.address(), key)).toList();
    Map<Client, Instant> newest = new HashMap<>();
    while (!over.get()) {
      walk(clients, newest, own);
    }
    clients.forEach(Client::close);
    return null;
  }

  /// Walks through all showtimes, each page from another node.
  private void walk(List<Client> clients, Map<Client, Instant> newest, Random own) {
    String target =
        "/v1/showtimes?startsAfter=%s&startsBefore=%s&limit=%d"
            .formatted(FIRST, FIRST.plus(10, ChronoUnit.DAYS), 5 + own.nextInt(60));
    List<String> lasting = new ArrayList<>();
    String cursor = "";
    while (true) {
      Client client = clients.get(own.nextInt(clients.size()));
      String page = cursor.isEmpty() ? target : target + "&cursor=" + cursor;
      Answer answer = client.get(page);
      for (int tries = 1; tries < 5 && answer.status() == 503; tries++) {
        answer = client.get(page); // the machine stood still for longer than a read may take
      }
      assertThat(answer.status()).isEqualTo(200);
      String tag = answer.one("ETag");
      Instant round = Instant.parse(answer.json().at("/freshness/observedAt").asString());
      assertThat(round).as("round").isAfterOrEqualTo(newest.getOrDefault(client, Instant.MIN));
      newest.put(client, round);
      byte[] same = seen.putIfAbsent(page + " " + tag, answer.body());
      if (same != null) {
        assertThat(answer.body()).as(page + " " + tag).isEqualTo(same);
      }
      Set<String> rounds = new TreeSet<>();
      for (JsonNode record : answer.json().get("data")) {
        String name = record.at("/provenance/externalId").asString();
        if (name.startsWith("lasting-")) {
          lasting.add(name);
        } else {
          rounds.add(record.get("bookingUrl").asString());
        }
      }
      assertThat(rounds).as("rounds on one page").hasSizeLessThanOrEqualTo(1);
      pages.incrementAndGet();
      LockSupport.parkNanos(2_000_000); // leaves the processors to the imports
      JsonNode next = answer.json().at("/pagination/nextCursor");
      if (next.isNull()) {
        break;
      }
      cursor = next.asString();
    }
    assertThat(lasting).doesNotHaveDuplicates().hasSize(LASTING);
    walks.incrementAndGet();
  }

  /// Imports become visible within two seconds of their end (docs/api.md, "Envelopes"), and the
  /// machine may stand still meanwhile.
  private void assertThatAllShowTheLastRound() throws InterruptedException {
    Instant end = Instant.now().plusSeconds(6);
    for (ServingNode node : nodes) {
      try (Client client = new Client(node.address(), key)) {
        String name = "";
        while (!name.equals("Rex " + ROUNDS) && Instant.now().isBefore(end)) {
          name = client.get("/v1/cinemas").json().at("/data/0/name").asString();
          Thread.sleep(5);
        }
        assertThat(name).isEqualTo("Rex " + ROUNDS);
      }
    }
  }
}
