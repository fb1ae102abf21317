package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.access.Entitlement;
import org.marquee.access.NewKey;
import org.marquee.ingest.World;
import org.marquee.node.Patience;
import org.marquee.node.ServingNode;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.DatabaseUnreachable;
import org.marquee.store.sql.EmptyDatabases;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;
import org.marquee.store.sql.TestDatabase;

/// A node starts from the checkpoint in its home (docs/database.md, "Starting without the
/// database"): it answers while the database is away, and always as the database would.
class CheckpointStartTest {
  private static final List<String> TARGETS =
      List.of(
          "/v1/films",
          "/v1/cinemas",
          "/v1/chains",
          "/v1/showtimes?startsAfter=2026-03-20T00:00:00Z&startsBefore=2026-04-10T00:00:00Z",
          "/v1/cinemas?search=rex");

  private static final String CINEMA =
      """
      {"type":"cinema","externalId":"c","name":"Rex","timeZone":"Europe/London","location":{"countryCode":"GB",\
      "locality":"Leeds","postcode":"LS1 4AP","latitude":53.8,"longitude":-1.5}}\
      """;

  @TempDir private Path home;
  private World world = World.fresh();
  private Cable cable;
  private Database.Address through;
  private NewKey key;

  CheckpointStartTest() {
    Database.Address address = MigratedDatabase.address(EmptyDatabases.place(world.database()));
    cable = cable(address);
    through = through(address);
    key = fill();
  }

  /// From here on works with a database of which there may be another history.
  private TestDatabase useOneOfItsOwn() {
    close();
    TestDatabase test = MigratedDatabase.create();
    Database.Address address = MigratedDatabase.address(test);
    world = World.on(MigratedDatabase.open(address));
    cable = cable(address);
    through = through(address);
    key = fill();
    return test;
  }

  private static Matcher place(Database.Address address) {
    Matcher place = Pattern.compile("//([^:/]+):([0-9]+)/").matcher(address.url());
    assertThat(place.find()).as(address.url()).isTrue();
    return place;
  }

  private static Cable cable(Database.Address address) {
    Matcher place = place(address);
    return new Cable(new InetSocketAddress(place.group(1), Integer.parseInt(place.group(2))));
  }

  private Database.Address through(Database.Address address) {
    return new Database.Address(
        place(address).replaceFirst("//127.0.0.1:" + cable.port() + "/"),
        address.user(),
        address.password());
  }

  private PostgresAccess book() {
    return new PostgresAccess(world.database().pool());
  }

  private NewKey fill() {
    world.full("2026-03-20T06:00:00Z", CINEMA, film("a", "Alien"), show("1", "a", "21"));
    book().createOrganization("house");
    book().grant("house", new Entitlement("unlimited", Instant.EPOCH, null));
    return book().issueKey("house", null, null).orElseThrow();
  }

  @AfterEach
  void close() {
    cable.become(Cable.State.SOUND);
    cable.close();
    world.close();
  }

  private static String film(String id, String title) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"%s\"}".formatted(id, title);
  }

  private static String show(String id, String film, String day) {
    return """
    {"type":"showtime","externalId":"%s","film":"%s","cinema":"c",\
    "startsAt":"2026-03-%sT19:30"}\
    """
        .formatted(id, film, day);
  }

  private ServingNode start() {
    return ServingNode.fromCheckpoint(through, home);
  }

  /// Serves until everything is in memory; then the node stops and leaves its checkpoint.
  private List<String> serveOnce() {
    try (ServingNode node = start()) {
      Patience.await(() -> node.operations("/info").body().contains("\"servedFrom\":\"snapshot\""));
      return answers(node);
    }
  }

  private List<String> answers(ServingNode node) {
    try (Client client = new Client(node.address(), key.secret().text())) {
      return TARGETS.stream()
          .map(target -> {
            Client.Answer answer = client.get(target);
            assertThat(answer.status()).as(target).isEqualTo(200);
            return new String(answer.body(), UTF_8);
          })
          .toList();
    }
  }

  /// The first answers: a node that can use no checkpoint has none until everything is in memory.
  private List<String> firstAnswers(ServingNode node) {
    Patience.await(() -> status(node, key) == 200);
    return answers(node);
  }

  /// As the database has it.
  private List<String> stored() {
    try (ServingNode node = ServingNode.inDatabase(world.database())) {
      return answers(node);
    }
  }

  private int status(ServingNode node, NewKey with) {
    try (Client client = new Client(node.address(), with.secret().text())) {
      return client.get("/v1/films").status();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Cable.State.class,
      names = {"PULLED", "DEAD"})
  void it_answers_while_the_database_is_away_and_says_so(Cable.State state) {
    List<String> before = serveOnce();
    cable.become(state);
    Instant started = Instant.now();
    try (ServingNode node = start()) {
      assertThat(answers(node)).isEqualTo(before);
      assertThat(Duration.between(started, Instant.now())).isLessThan(Duration.ofSeconds(5));
      assertThat(node.operations("/health/ready").body()).contains("degraded");
      assertThat(node.operations("/info").body())
          .contains("\"servedFrom\":\"checkpoint\"", "\"databaseReachable\":false", "from a file");
      assertThat(node.operations("/metrics").body()).contains("marquee_degraded 1.0");
      try (Client client = new Client(node.address(), key.secret().text())) {
        assertThat(client.get("/v1/films/none").status()).isEqualTo(503);
      }
      cable.become(Cable.State.SOUND);
      world.delta("2026-03-21T06:00:00Z", film("b", "Brazil"));
      Patience.await(() -> node.operations("/health/ready").body().contains("\"ready\""));
      Patience.await(() -> node.operations("/info").body().contains("\"servedFrom\":\"snapshot\""));
      assertThat(answers(node)).isEqualTo(stored());
    }
  }

  @Test
  void what_was_imported_while_it_was_down_is_answered_from_the_first_answer_on() {
    serveOnce();
    world.delta(
        "2026-03-21T06:00:00Z", film("a", "Aliens"), film("b", "Brazil"), show("2", "b", "22"));
    Checkpoint.noteUse(home);
    List<String> stored = stored();
    try (ServingNode node = start()) {
      assertThat(answers(node)).isEqualTo(stored);
      Patience.await(() -> node.operations("/info").body().contains("\"servedFrom\":\"snapshot\""));
      assertThat(answers(node)).as("from the file and the changes since").isEqualTo(stored);
    }
  }

  /// As `VACUUM FULL`, `ALTER TABLE` and a restore hold it.
  @Test
  void a_locked_table_keeps_no_answer_from_coming() throws SQLException {
    List<String> before = serveOnce();
    world.delta("2026-03-21T06:00:00Z", film("b", "Brazil"), show("2", "b", "22"));
    try (Connection other = world.database().pool().getConnection()) {
      other.setAutoCommit(false);
      Sql.of("lock table showtime in access exclusive mode").run(other);
      try (ServingNode node = start()) {
        assertThat(answers(node)).isEqualTo(before);
        assertThat(node.operations("/health/ready").body()).contains("degraded");
        Patience.await(
            () -> node.operations("/info").body().contains("\"databaseReachable\":true"));
        assertThat(node.operations("/info").body()).contains("\"servedFrom\":\"checkpoint\"");
        other.rollback();
        Patience.await(
            () -> node.operations("/info").body().contains("\"servedFrom\":\"snapshot\""));
        assertThat(answers(node)).isEqualTo(stored());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void another_history_of_the_database_is_read_in_full(int made) {
    TestDatabase test = useOneOfItsOwn();
    world.close();
    TestDatabase backup = test.copy();
    world = World.on(MigratedDatabase.open(test));
    world.delta("2026-03-21T06:00:00Z", film("a", "Lost"));
    serveOnce();
    test.shut();
    try (World restored = World.on(MigratedDatabase.open(backup))) {
      for (int number = 0; number < made; number++) {
        restored.delta("2026-03-22T06:00:00Z", film("a", "Made " + number));
      }
    }
    test.giveWayTo(backup);
    Checkpoint.noteUse(home);
    try (ServingNode node = start()) {
      List<String> first = firstAnswers(node);
      List<String> stored = stored();
      assertThat(first).isEqualTo(stored);
      Patience.await(() -> node.operations("/info").body().contains("\"servedFrom\":\"snapshot\""));
      assertThat(answers(node)).isEqualTo(stored);
    }
  }

  @Test
  void a_key_that_was_revoked_while_it_was_down_is_not_valid() throws IOException {
    NewKey revoked = book().issueKey("house", null, null).orElseThrow();
    serveOnce();
    book().revokeKey(revoked.key().id());
    Checkpoint.noteUse(home);
    try (ServingNode node = start()) {
      assertThat(status(node, revoked)).isEqualTo(401);
      assertThat(status(node, key)).isEqualTo(200);
    }
    // The command that changes keys removes them from the checkpoint.
    Checkpoint.forgetKeys(home);
    cable.become(Cable.State.PULLED);
    assertThatThrownBy(this::start).isInstanceOf(DatabaseUnreachable.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"listings", "keys"})
  void a_file_that_is_damaged_is_as_good_as_none(String name) throws IOException {
    List<String> before = serveOnce();
    Path file = home.resolve("checkpoint").resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 4;
    Files.write(file, bytes);
    cable.become(Cable.State.PULLED);
    assertThatThrownBy(this::start).isInstanceOf(DatabaseUnreachable.class);
    cable.become(Cable.State.SOUND);
    assertThat(serveOnce()).isEqualTo(before);
    cable.become(Cable.State.PULLED);
    try (ServingNode node = start()) {
      assertThat(answers(node)).as("written anew").isEqualTo(before);
    }
  }

  @Test
  void a_checkpoint_has_no_key_in_it_and_is_not_used_for_another_database() throws IOException {
    serveOnce();
    try (var files = Files.list(home.resolve("checkpoint"))) {
      for (Path file : files.toList()) {
        assertThat(new String(Files.readAllBytes(file), ISO_8859_1))
            .doesNotContain(key.secret().text().substring(3));
      }
    }
    TestDatabase other = MigratedDatabase.create();
    other.shut();
    assertThatThrownBy(() -> ServingNode.fromCheckpoint(MigratedDatabase.address(other), home))
        .isInstanceOf(DatabaseUnreachable.class);
  }

  @Test
  void a_checkpoint_that_cannot_be_written_disturbs_nothing() throws IOException {
    Files.writeString(home.resolve("checkpoint"), "in the way");
    try (ServingNode node = start()) {
      Patience.await(() ->
          node.operations("/metrics").body().contains("marquee_checkpoint_failures_total 1.0"));
      assertThat(firstAnswers(node)).isEqualTo(stored());
    }
  }

  @Test
  void one_of_two_nodes_that_share_a_home_writes() {
    try (ServingNode one = start();
        ServingNode other = start()) {
      Patience.await(() -> Files.exists(home.resolve("checkpoint/keys")));
      assertThat(firstAnswers(one)).isEqualTo(firstAnswers(other));
    }
    cable.become(Cable.State.PULLED);
    try (ServingNode one = start();
        ServingNode other = start()) {
      assertThat(answers(one)).isEqualTo(answers(other));
    }
  }
}
