package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.marquee.access.NewKey;
import org.marquee.conformance.Client.Answer;
import org.marquee.ingest.World;
import org.marquee.node.Patience;
import org.marquee.node.ServingNode;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

/// What is answered while the database cannot be reached (docs/api.md, "Order of checks"). The
/// nodes are those of all tests: after each they have their database again.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutageTest {
  /// The limit for answers that need the database: three seconds, and more for a machine that
  /// stands still now and then. What hangs takes ten.
  private static final Duration A_FEW_SECONDS = Duration.ofSeconds(9);

  private static final Duration STALE_AFTER = Duration.ofSeconds(2);
  private static final String FILM =
      "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}";

  private final Database direct;
  private final Cable cable;
  private final World world;
  private final ServingNode node;
  private final Client client;

  OutageTest() {
    TestDatabase test = MigratedDatabase.create();
    direct = MigratedDatabase.open(test);
    Matcher url = Pattern.compile("//([^:/]+):([0-9]+)/").matcher(test.jdbcUrl());
    assertThat(url.find()).as(test.jdbcUrl()).isTrue();
    cable = new Cable(new InetSocketAddress(url.group(1), Integer.parseInt(url.group(2))));
    String through = url.replaceFirst("//127.0.0.1:" + cable.port() + "/");
    world =
        World.on(
            MigratedDatabase.open(new Database.Address(through, test.user(), test.password())));
    world.full("2026-03-20T06:00:00Z", FILM);
    String key = ServingNode.key(world.database(), "house");
    node =
        ServingNode.inMemorySince(
            world.database(), Instant.parse("2026-03-01T00:00:00Z"), STALE_AFTER);
    client = new Client(node.address(), key);
  }

  @AfterEach
  void mend() {
    cable.become(Cable.State.SOUND);
    Patience.await(() -> client.get(showtimes("2026-02-27T00:00Z")).status() == 200);
    Patience.await(() -> operations("/health/ready").body().contains("\"ready\""));
    Patience.await(() -> operations("/info").body().contains("\"databaseReachable\":true"));
  }

  @AfterAll
  void close() {
    client.close();
    node.close();
    world.close();
    cable.close();
    direct.close();
  }

  private Answer timely(String target, String... fields) {
    Instant asked = Instant.now();
    Answer answer = client.get(target, fields);
    assertThat(Duration.between(asked, Instant.now())).as(target).isLessThan(A_FEW_SECONDS);
    return answer;
  }

  @ParameterizedTest
  @EnumSource(
      value = Cable.State.class,
      names = {"PULLED", "DEAD"})
  void an_outage_is_503_for_what_is_sound_and_passes(Cable.State state) {
    String stored = showtimes("2026-02-27T00:00Z");
    Answer before = client.get(stored);
    assertThat(before.status()).isEqualTo(200);
    cable.become(state);
    assertThat(timely(stored).one("Retry-After")).matches("[0-9]+");
    assertThat(timely(stored, "If-None-Match: " + before.one("ETag")).status()).isEqualTo(503);
    assertThat(timely("/v1/films?limit=0").status()).isEqualTo(400);
    assertThat(timely("/v1/none").status()).isEqualTo(404);
    assertThat(client.ask("DELETE", "/v1/films").status()).isEqualTo(405);
    try (Client stranger = new Client(node.address(), "mq_nobody")) {
      assertThat(stranger.get("/v1/films").status()).isEqualTo(401);
    }
    cable.become(Cable.State.SOUND);
    Instant end = Instant.now().plus(A_FEW_SECONDS);
    Answer after = client.get(stored);
    while (after.status() != 200 && Instant.now().isBefore(end)) {
      after = client.get(stored);
    }
    assertThat(after.status()).isEqualTo(200);
    assertThat(after.body()).isEqualTo(before.body());
    assertThat(after.one("ETag")).isEqualTo(before.one("ETag"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Cable.State.class,
      names = {"PULLED", "DEAD"})
  void what_is_in_memory_is_still_answered_and_what_is_missing_there_is_503(Cable.State state)
      throws InterruptedException {
    Answer before = client.get("/v1/films");
    assertThat(before.status()).isEqualTo(200);
    cable.become(state);
    // A lookup counts as recent for this long.
    Thread.sleep(2_500);
    Answer after = timely("/v1/films");
    assertThat(after.status()).isEqualTo(200);
    assertThat(after.body()).isEqualTo(before.body());
    String tag = before.one("ETag");
    assertThat(timely("/v1/films", "If-None-Match: " + tag).status()).isEqualTo(304);
    assertThat(timely("/v1/attributes").status()).isEqualTo(200);
    assertThat(timely(showtimes("2026-03-01T00:00Z")).status()).isEqualTo(200);
    for (String target : List.of("/v1/films/none", "/v1/cinemas?postcode=none")) {
      assertThat(timely(target).status()).as(target).isEqualTo(503);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Cable.State.class,
      names = {"PULLED", "DEAD"})
  void operators_are_answered_at_once_with_the_age_of_the_data(Cable.State state) throws Exception {
    assertThat(operations("/info").body()).contains("\"databaseReachable\":true");
    assertThat(operations("/metrics").body()).contains("marquee_source_age_seconds{");
    cable.become(state);
    Patience.await(() -> operations("/info").body().contains("\"databaseReachable\":false"));
    Patience.await(() -> operations("/info").body().contains("\"status\":\"degraded\""));
    assertThat(operations("/info").body())
        .contains("\"providers\":[{", "\"countedSecondsAgo\":", "\"keysConfirmedSecondsAgo\":");
    HttpResponse<String> ready = operations("/health/ready");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(ready.body()).contains("degraded");
    assertThat(operations("/metrics").body())
        .contains(
            "marquee_database_reachable 0.0",
            "marquee_degraded 1.0",
            "marquee_ready 1.0",
            "marquee_revision_confirmed_age_seconds ",
            "marquee_keys_confirmed_age_seconds ",
            "marquee_sources_counted_age_seconds ",
            "marquee_source_age_seconds{");
  }

  @Test
  void what_changes_is_seen_although_every_connection_there_is_hangs() {
    PostgresAccess book = new PostgresAccess(direct.pool());
    NewKey key = book.issueKey("house", null, null).orElseThrow();
    try (Client other = new Client(node.address(), key.secret().text())) {
      Patience.await(() -> other.get("/v1/films").status() == 200);
      cable.freeze();
      World.on(direct).delta("2026-03-21T06:00:00Z", FILM.replace("Solaris", "Stalker"));
      book.revokeKey(key.key().id());
      Instant revoked = Instant.now();
      Patience.await(() -> other.get("/v1/films").status() == 401);
      assertThat(Duration.between(revoked, Instant.now())).isLessThan(A_FEW_SECONDS);
      Patience.await(() -> new String(client.get("/v1/films").body(), UTF_8).contains("Stalker"));
      assertThat(Duration.between(revoked, Instant.now()))
          .isLessThan(A_FEW_SECONDS.multipliedBy(2));
    }
  }

  @Test
  void a_key_that_was_revoked_meanwhile_is_refused_soon_after_the_outage()
      throws InterruptedException {
    PostgresAccess book = new PostgresAccess(direct.pool());
    NewKey key = book.issueKey("house", null, null).orElseThrow();
    try (Client other = new Client(node.address(), key.secret().text())) {
      Patience.await(() -> other.get("/v1/films").status() == 200);
      cable.become(Cable.State.DEAD);
      Thread.sleep(3_000);
      book.revokeKey(key.key().id());
      assertThat(other.get("/v1/films").status()).isEqualTo(200);
      cable.become(Cable.State.SOUND);
      Instant back = Instant.now();
      Patience.await(() -> other.get("/v1/films").status() == 401);
      assertThat(Duration.between(back, Instant.now())).isLessThan(A_FEW_SECONDS);
    }
  }

  /// The answer of the operations port of the node that has a memory; it never takes long.
  private HttpResponse<String> operations(String target) {
    Instant asked = Instant.now();
    HttpResponse<String> answer = node.operations(target);
    assertThat(Duration.between(asked, Instant.now())).as(target).isLessThan(A_FEW_SECONDS);
    return answer;
  }

  private static String showtimes(String after) {
    return "/v1/showtimes?startsAfter=" + after + "&startsBefore=2026-03-05T00:00Z";
  }
}
