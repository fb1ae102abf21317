package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.marquee.access.Entitlement;
import org.marquee.conformance.Client.Answer;
import org.marquee.conformance.Listed.Called;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.node.ServingNode;
import org.marquee.notice.Report;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.MigratedDatabase;
import tools.jackson.databind.JsonNode;

/// The service with the feeds of three invented providers, and the model of its records. All tests
/// that only read share it.
///
/// Three nodes serve it: one from memory, one that reads showtimes with SQL, and one whose memory
/// begins amid the showtimes. Each request goes to all three, whose answers must be the same to the
/// byte.
final class Town implements AutoCloseable {
  static final long SEED = 20_261_121;

  /// The lock of its clients ([org.junit.jupiter.api.parallel.ResourceLock]): each has one
  /// connection, so the classes that share the town take turns.
  static final String CLIENT = "org.marquee.conformance.Town";

  private final World world = World.on(MigratedDatabase.open(MigratedDatabase.create().lasting()));
  private final ServingNode service;
  private final List<ServingNode> nodes;
  private final List<Client> clients;
  private final Client client;
  final Model model = new Model();
  final List<Feed> feeds = new ArrayList<>();

  /// The id of each record, found by its provenance.
  final Map<Called, String> ids = new HashMap<>();

  private Town() {
    Random random = new Random(SEED);
    for (String provider : List.of("alpha", "beta.co", "Gamma_3")) {
      for (Feed feed : new Region(random, provider).feeds()) {
        take(world, feed);
        model.apply(feed);
        feeds.add(feed);
      }
    }
    String key = key("town", "unlimited");
    service = ServingNode.inMemory(world.database());
    nodes =
        List.of(
            service,
            ServingNode.inDatabase(world.database()),
            ServingNode.inMemorySince(world.database(), amid()));
    clients = nodes.stream().map(node -> new Client(node.address(), key)).toList();
    client = clients.getFirst();
    learn();
  }

  /// A day with as many showtimes before as after it.
  private Instant amid() {
    List<Instant> starts = model.all("showtime").stream().map(Listed::start).sorted().toList();
    return starts.get(starts.size() / 2);
  }

  static void take(World world, Feed feed) {
    Report report = world.take(feed.provider(), Shrinking.REFUSED, feed.bytes()).report();
    assertThat(report.result())
        .as(String.valueOf(report.refusal()))
        .isEqualTo(Report.Result.APPLIED);
    assertThat(report.rowCounts().total().refused()).isZero();
  }

  /// A new key of a new organization.
  private String key(String organization, String plan) {
    PostgresAccess book = new PostgresAccess(world.database().pool());
    book.createOrganization(organization);
    book.grant(
        organization,
        new Entitlement(plan, Instant.now().minusSeconds(9).truncatedTo(ChronoUnit.MICROS), null));
    return book.issueKey(organization, null, null).orElseThrow().secret().text();
  }

  private static String withoutRequestId(Answer answer) {
    return new String(answer.plain(), UTF_8)
        .replaceFirst("\"requestId\":\"[^\"]*\"", "\"requestId\":\"\"");
  }

  Client client() {
    return client;
  }

  ServingNode service() {
    return service;
  }

  Answer get(String target, String... fields) {
    Answer answer = patient(client, target, fields);
    for (Client other : clients.subList(1, clients.size())) {
      Answer same = patient(other, target, fields);
      assertThat(same.status()).as(target).isEqualTo(answer.status());
      assertThat(withoutRequestId(same)).as(target).isEqualTo(withoutRequestId(answer));
      for (String field : List.of("ETag", "Link", "Cache-Control", "Vary", "Content-Type")) {
        assertThat(same.all(field)).as(target).isEqualTo(answer.all(field));
      }
    }
    return answer;
  }

  /// On a busy machine the database may take longer than a read may: the service says so, and when
  /// to ask again.
  private static Answer patient(Client client, String target, String... fields) {
    Answer answer = client.get(target, fields);
    for (int again = 0; answer.status() == 503 && again < 5; again++) {
      answer = client.get(target, fields);
    }
    return answer;
  }

  String id(Called key) {
    String id = ids.get(key);
    if (id == null) {
      throw new AssertionError("the service has no " + key);
    }
    return id;
  }

  private void learn() {
    learn("chain", "", "/v1/chains?limit=100");
    learn("film", "", "/v1/films?limit=100");
    learn("cinema", "", "/v1/cinemas?limit=100");
    for (Listed cinema : model.all("cinema")) {
      learn(
          "screen",
          cinema.key().externalId(),
          "/v1/screens?limit=100&cinemaId=" + ids.get(cinema.key()));
    }
    for (Listed showtime : model.all("showtime")) {
      if (!ids.containsKey(showtime.key())) {
        Instant start = showtime.start();
        learn(
            "showtime",
            "",
            "/v1/showtimes?limit=100&startsAfter=%s&startsBefore=%s"
                .formatted(start, start.plus(31, ChronoUnit.DAYS)));
      }
    }
    Set<Called> missing = new HashSet<>(model.keys());
    missing.removeAll(ids.keySet());
    Set<Called> surplus = new HashSet<>(ids.keySet());
    surplus.removeAll(model.keys());
    assertThat(missing).as("missing").isEmpty();
    assertThat(surplus).as("not in the feeds").isEmpty();
    assertThat(ids.values())
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("[a-z]+_[a-z0-9_-]+"));
  }

  private void learn(String kind, String cinema, String target) {
    JsonNode page = get(target).json();
    while (true) {
      for (JsonNode record : page.get("data")) {
        ids.put(
            new Called(
                kind,
                record.at("/provenance/provider").asString(),
                cinema,
                record.at("/provenance/externalId").asString()),
            record.get("id").asString());
      }
      JsonNode next = page.at("/pagination/nextCursor");
      if (next.isNull()) {
        return;
      }
      page = get(target + "&cursor=" + next.asString()).json();
    }
  }

  @Override
  public void close() {
    clients.forEach(Client::close);
    nodes.forEach(ServingNode::close);
    world.close();
  }

  /// Gives the town to tests, and closes it after the last.
  static final class Tour implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Town.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .computeIfAbsent(Town.class, _ -> new Town(), Town.class);
    }
  }
}
