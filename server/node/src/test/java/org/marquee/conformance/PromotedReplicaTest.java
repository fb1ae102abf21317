package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.access.Entitlement;
import org.marquee.ingest.World;
import org.marquee.node.Patience;
import org.marquee.node.ServingNode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

/// A replica without the last revisions is promoted and gives out their numbers again.
class PromotedReplicaTest {
  private static final List<String> TARGETS = List.of("/v1/films", "/v1/cinemas", "/v1/chains");

  private final TestDatabase database = MigratedDatabase.create();

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "1, 3"})
  void a_node_that_was_cut_off_ends_with_what_the_replica_has(int lost, int made) {
    try (World world = world(database)) {
      world.full("2026-03-20T06:00:00Z", film("a", "Alien"), film("b", "Brazil"));
      PostgresAccess book = new PostgresAccess(world.database().pool());
      book.createOrganization("house");
      book.grant("house", new Entitlement("unlimited", Instant.EPOCH, null));
    }
    TestDatabase replica = database.copy();
    try (World original = world(database);
        ServingNode node = ServingNode.inMemory(original.database())) {
      String lostKey = change(original, "Lost", lost);
      try (Client client = new Client(node.address(), lostKey)) {
        Patience.await(() -> shows(client, "Lost " + lost));
        database.shut();
        String madeKey;
        try (World promoted = world(replica)) {
          madeKey = change(promoted, "Made", made);
        }
        database.giveWayTo(replica);
        Patience.await(() -> client.get("/v1/films").status() == 401);
        try (Client heir = new Client(node.address(), madeKey)) {
          Patience.await(() -> shows(heir, "Made " + made));
          // The pool from before may wait some seconds before it tries the database again.
          try (World again = world(database);
              ServingNode other = ServingNode.inDatabase(again.database());
              Client reference = new Client(other.address(), madeKey)) {
            assertSameAnswers(heir, reference);
            again.delta("2026-03-25T06:00:00Z", film("d", "Diva"));
            Patience.await(() -> shows(heir, "Diva"));
            Patience.await(() -> shows(reference, "Diva"));
            assertSameAnswers(heir, reference);
          }
        }
      }
    }
  }

  /// Imports and issues a key several times; returns the last key.
  private static String change(World world, String word, int times) {
    PostgresAccess book = new PostgresAccess(world.database().pool());
    String key = "";
    for (int at = 1; at <= times; at++) {
      world.delta(
          "2026-03-2%dT06:00:00Z".formatted(at),
          film("a", word + " " + at),
          film(word + at, "Only " + word + " " + at));
      key = book.issueKey("house", null, null).orElseThrow().secret().text();
    }
    return key;
  }

  private static void assertSameAnswers(Client client, Client reference) {
    for (String target : TARGETS) {
      assertThat(new String(client.get(target).body(), UTF_8))
          .as(target)
          .isEqualTo(new String(reference.get(target).body(), UTF_8));
    }
  }

  private static boolean shows(Client client, String title) {
    Client.Answer answer = client.get("/v1/films");
    return answer.status() == 200 && new String(answer.body(), UTF_8).contains("\"" + title + "\"");
  }

  private static World world(TestDatabase database) {
    return World.on(MigratedDatabase.open(database));
  }

  private static String film(String externalId, String title) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"%s\"}"
        .formatted(externalId, title);
  }
}
