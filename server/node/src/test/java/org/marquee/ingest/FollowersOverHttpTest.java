package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.marquee.access.Entitlement;
import org.marquee.node.ServingNode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Revisions;
import tools.jackson.databind.JsonNode;

/// Followers that change nodes between pages end with the records of the lists, while feeds are
/// imported, records merged and split, imports undone and killed, and providers removed.
@NullMarked
class FollowersOverHttpTest {
  private static final long SEED = Long.getLong("marquee.model.seed", 20261122);
  private static final int STEPS = Integer.getInteger("marquee.model.steps", 14);
  private static final int FOLLOWERS = 6;

  @Test
  @Timeout(180)
  void followers_of_two_nodes_hold_what_the_lists_say() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    try (World world = World.fresh()) {
      follow(world, key(world), random);
    }
  }

  private static void follow(World world, String key, SplittableRandom random) throws Exception {
    try (ServingNode one = ServingNode.inMemory(world.database());
        ServingNode other = ServingNode.inMemory(world.database());
        HttpClient client = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<InetSocketAddress> nodes = List.of(one.address(), other.address());
      AtomicBoolean over = new AtomicBoolean();
      List<Future<CopyOverHttp>> following = new ArrayList<>();
      RandomSteps steps = new RandomSteps(world, random.split());
      CopyOverHttp streaming = new CopyOverHttp(client, nodes, key, random.split(), true);
      streaming.begin();
      Future<CopyOverHttp> streamed =
          threads.submit(() -> {
            while (!over.get()) {
              streaming.stream();
            }
            while (!streaming.follow()) {
              // Read the changes that the streams had not sent.
            }
            return streaming;
          });
      for (int step = 0; step < STEPS; step++) {
        if (step < FOLLOWERS) {
          CopyOverHttp copy = new CopyOverHttp(client, nodes, key, random.split(), step == 0);
          if (step == 0) {
            copy.begin();
          }
          boolean begun = step == 0;
          long pause = random.nextLong(150);
          following.add(
              threads.submit(() -> {
                if (!begun) {
                  copy.begin();
                }
                while (true) {
                  boolean last = over.get();
                  if (copy.follow() && last) {
                    return copy;
                  }
                  LockSupport.parkNanos(Duration.ofMillis(pause).toNanos());
                }
              }));
        }
        steps.step();
      }
      // A node that has not seen the last commit reports no further change, and its lists do not
      // show it.
      long stored;
      try (Connection connection = world.database().pool().getConnection()) {
        stored = Revisions.current(connection).number();
      }
      one.awaitShown(client, stored);
      other.awaitShown(client, stored);
      over.set(true);
      List<CopyOverHttp> copies = new ArrayList<>();
      copies.add(streamed.get(90, TimeUnit.SECONDS));
      for (Future<CopyOverHttp> each : following) {
        copies.add(each.get(90, TimeUnit.SECONDS));
      }
      for (InetSocketAddress node : nodes) {
        CopyOverHttp fresh = new CopyOverHttp(client, List.of(node), key, random.split(), false);
        fresh.begin();
        Map<String, JsonNode> listed = fresh.held();
        assertThat(listed).isNotEmpty();
        for (CopyOverHttp copy : copies) {
          assertThat(differences(copy.held(), listed)).as("%s", copy).isEmpty();
        }
      }
    }
  }

  /// The records that differ, as held and as listed.
  private static List<String> differences(
      Map<String, JsonNode> held, Map<String, JsonNode> listed) {
    return Stream.concat(held.keySet().stream(), listed.keySet().stream())
        .distinct()
        .filter(id -> !Objects.equals(held.get(id), listed.get(id)))
        .map(id -> "%s: held %s, listed %s".formatted(id, held.get(id), listed.get(id)))
        .toList();
  }

  private static String key(World world) {
    PostgresAccess book = new PostgresAccess(world.database().pool());
    book.createOrganization("tester");
    book.grant("tester", new Entitlement("unlimited", Instant.EPOCH, null));
    return book.issueKey("tester", null, null).orElseThrow().secret().text();
  }
}
