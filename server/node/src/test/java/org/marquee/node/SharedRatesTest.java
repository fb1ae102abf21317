package org.marquee.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.Entitlement;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;

/// Nodes of one database share the rate of an organization's plan. `-Dmarquee.rates.seconds=60`
/// measures a whole minute.
@NullMarked
class SharedRatesTest {
  private static final int QUOTA = 600;
  private static final int CALLERS = 4;
  private static final Duration BUSY =
      Duration.ofSeconds(Integer.getInteger("marquee.rates.seconds", 2));

  /// The pause after a refusal.
  private static final long PAUSE_NANOS = 20_000_000;

  /// A slow machine takes longer to use up the rate.
  private static final int REFUSED = 200;

  private final Database database = MigratedDatabase.open();
  private final PostgresAccess book = new PostgresAccess(database.pool());
  private final List<ServingNode> nodes = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();

  private String key(String organization, String plan) {
    book.createOrganization(organization);
    book.grant(organization, new Entitlement(plan, Instant.EPOCH, null));
    return book.issueKey(organization, null, null).orElseThrow().secret().text();
  }

  @AfterEach
  void close() {
    client.close();
    nodes.forEach(ServingNode::close);
    database.close();
  }

  /// Starts nodes until there are this many.
  private void start(int count) throws Exception {
    while (nodes.size() < count) {
      nodes.add(ServingNode.inDatabase(database));
    }
    // Wait until each node knows of all others.
    Patience.await(
        () -> nodes.stream().allMatch(node -> metric(node, "marquee_rates_nodes") == count));
  }

  private static double metric(ServingNode node, String name) {
    return node.operations("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  private HttpResponse<Void> ask(ServingNode node, String key) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http:/" + node.address() + "/v1/attributes"))
            .header("Authorization", "Bearer " + key)
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }

  /// Asks as fast as possible until the rate is used up for a while, and says how many requests
  /// were answered.
  ///
  /// @param node which node gets a caller's request with this number
  private int flood(String key, IntUnaryOperator node) throws Exception {
    Instant end = Instant.now().plus(BUSY);
    AtomicInteger refused = new AtomicInteger();
    int accepted = 0;
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      List<Future<Integer>> counts = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        int first = caller;
        counts.add(
            callers.submit(() -> {
              int answered = 0;
              for (int number = first;
                  refused.get() < REFUSED || Instant.now().isBefore(end);
                  number++) {
                int status = ask(nodes.get(node.applyAsInt(number)), key).statusCode();
                // 503: the machine stood still for longer than a read may take. It costs a token.
                assertThat(status).isIn(200, 429, 503);
                if (status != 429) {
                  answered++;
                } else {
                  refused.incrementAndGet();
                  LockSupport.parkNanos(PAUSE_NANOS);
                }
              }
              return answered;
            }));
      }
      for (Future<Integer> count : counts) {
        accepted += count.get();
      }
    }
    return accepted;
  }

  private static double fair(Duration took) {
    return QUOTA + QUOTA * took.toMillis() / 60_000.0;
  }

  @Test
  void an_organization_on_all_of_four_nodes_or_one_gets_its_rate_and_not_a_tenth_more()
      throws Exception {
    String all = key("all", "standard");
    String one = key("one", "standard");
    start(4);
    assertThatItGetsItsRate(all, number -> number % 4);
    assertThatItGetsItsRate(one, _ -> 2);
  }

  private void assertThatItGetsItsRate(String key, IntUnaryOperator node) throws Exception {
    Instant began = Instant.now();
    int accepted = flood(key, node);
    Duration took = Duration.between(began, Instant.now());
    assertThat(accepted / fair(took)).isBetween(0.9, 1.1);
  }

  /// The number of nodes in the database.
  private long sharing() throws SQLException {
    try (var connection = database.pool().getConnection()) {
      return Sql.of("select count(*) from rate_node").number(connection);
    }
  }

  @Test
  void a_node_alone_stores_no_bucket_and_one_that_stops_leaves_the_rate_to_the_others()
      throws Exception {
    String standard = key("rex", "standard");
    String trial = key("roxy", "trial");
    start(1);
    for (int request = 0; request < 50; request++) {
      assertThat(ask(nodes.getFirst(), standard).headers().firstValue("RateLimit").orElseThrow())
          .contains("r=");
    }
    try (var connection = database.pool().getConnection()) {
      assertThat(Sql.of("select count(*) from rate_bucket").number(connection)).isZero();
    }
    assertThat(sharing()).isOne();

    start(2);
    // A node begins with fifteen of sixty, and gets more within a tenth of a second.
    for (int request = 0; request < 10; request++) {
      assertThat(ask(nodes.getFirst(), trial).statusCode()).isEqualTo(200);
    }
    nodes.removeFirst().close();
    assertThat(sharing()).isOne();
    Patience.await(() -> metric(nodes.getFirst(), "marquee_rates_nodes") == 1);
    String rate = ask(nodes.getFirst(), trial).headers().firstValue("RateLimit").orElseThrow();
    assertThat(Integer.parseInt(rate.replaceAll(".*r=([0-9]+).*", "$1"))).isBetween(48, 60);
  }
}
