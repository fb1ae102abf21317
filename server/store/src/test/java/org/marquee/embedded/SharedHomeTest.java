package org.marquee.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// One home, used from several containers: the process ids of each mean nothing to the others. The
/// tests share it, and each leaves it without a server.
@NullMarked
@ResourceLock("the making of a server in this process")
class SharedHomeTest {
  private static final Duration SECONDS = Duration.ofSeconds(20);

  private static final List<String> POD =
      List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--ipc");

  private static final List<String> CONTAINER = new ArrayList<>(POD);

  static {
    CONTAINER.addAll(List.of("--net", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh"));
  }

  @TempDir private static Path place;
  private static Path home;

  @BeforeAll
  static void use_a_home() throws IOException {
    home = place.resolve("home");
    EmbeddedPostgres.join(home).close();
  }

  @AfterEach
  void nobody_is_left_behind() throws IOException {
    assertThat(Timeout.of(SECONDS).until(() -> servers().isEmpty())).isTrue();
  }

  @Test
  void containers_with_one_network_share_the_server_of_a_home() throws Exception {
    assumeAllowed(POD);
    Lodger other = Lodger.contained(home, POD);
    other.execute("create table film (id int)");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      other.execute("insert into film values (7)");
      assertThat(query(postgres, "select id from film")).isEqualTo("7");
      assertThat(postgres.keep()).isEmpty();
      assertThat(servers()).hasSize(1);
    }
    // Who leaves does not take the server with him.
    other.execute("insert into film values (8)");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      // The server runs in the other container, and ends with it.
      other.close();
      assertThat(postgres.keep()).isPresent();
      assertThat(query(postgres, "select count(*) from film")).isEqualTo("2");
    }
  }

  @Test
  void a_container_joins_the_server_of_another_one() throws Exception {
    assumeAllowed(POD);
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      Lodger other = Lodger.contained(home, POD);
      other.execute("create table cinema (id int)");
      assertThat(query(postgres, "select count(*) from cinema")).isEqualTo("0");
      assertThat(servers()).hasSize(1);
      other.close();
      assertThat(query(postgres, "select count(*) from cinema")).isEqualTo("0");
    }
  }

  @Test
  void a_server_that_cannot_be_reached_is_neither_ended_nor_joined_by_a_second_one()
      throws Exception {
    assumeAllowed(CONTAINER);
    try (Lodger other = Lodger.contained(home, CONTAINER)) {
      other.execute("create table chain (id int)");
      String owned = Files.readString(pidFile());
      assertThatThrownBy(() -> EmbeddedPostgres.join(home))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("from another container");
      assertThat(Files.readString(pidFile())).isEqualTo(owned);
      assertThat(servers()).hasSize(1);
      other.execute("insert into chain values (7)");
    }
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(query(postgres, "select id from chain")).isEqualTo("7");
    }
  }

  @Test
  void a_server_with_an_unknown_process_id_that_answers_is_joined() throws Exception {
    try (EmbeddedPostgres first = EmbeddedPostgres.join(home)) {
      List<String> lines = new ArrayList<>(Files.readAllLines(pidFile()));
      String pid = lines.set(0, "2147483645");
      Files.write(pidFile(), lines);
      try (EmbeddedPostgres second = EmbeddedPostgres.join(home)) {
        assertThat(second.jdbcUrl()).isEqualTo(first.jdbcUrl());
        assertThat(query(second, "select 1")).isEqualTo("1");
      }
      assertThat(query(first, "select 1")).isEqualTo("1");
      lines.set(0, pid);
      Files.write(pidFile(), lines);
    }
  }

  /// It has the password and the last port of the other one.
  @Test
  void a_copy_of_a_home_has_a_server_of_its_own() throws Exception {
    Path copy = place.resolve("copy");
    assertThat(Command.run(List.of("cp", "-a", home.toString(), copy.toString())).succeeded())
        .isTrue();
    try (EmbeddedPostgres original = EmbeddedPostgres.join(home);
        EmbeddedPostgres other = EmbeddedPostgres.join(copy)) {
      assertThat(other.jdbcUrl()).isNotEqualTo(original.jdbcUrl());
      // As a copy of a home in use has it: of a server in another container.
      List<String> lines = new ArrayList<>(Files.readAllLines(pidFile()));
      lines.set(0, "2147483645");
      Path claim = place.resolve("claim/pgdata-18");
      Files.createDirectories(claim);
      Files.write(claim.resolve("postmaster.pid"), lines);
      Path folder = Files.createDirectory(claim.resolveSibling("postgres"));
      assertThat(
              new PostgresServer(claim.getParent(), folder, original.password())
                  .probe(PostgresServer.PROBE))
          .isEqualTo(PostgresServer.Condition.GONE);
    }
  }

  @Test
  void without_the_lock_nothing_is_touched() throws Exception {
    String stale =
        """
        2147483645
        x
        1
        0


        3 4
        ready\
        """;
    Files.writeString(pidFile(), stale);
    ServerAccount account = ServerAccount.find(PostgresBinaries.unpack(home), home);
    try (ServerWatcher other = ServerWatcher.start(folder(), account, "true")) {
      assertThat(other.hasLock()).isTrue();
      assertThatThrownBy(() -> EmbeddedPostgres.join(home))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("--database");
      assertThat(Files.readString(pidFile())).isEqualTo(stale);
    }
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(query(postgres, "select 1")).isEqualTo("1");
    }
  }

  @Test
  void the_lock_is_held_for_as_long_as_the_server_lives() throws Exception {
    Lodger starter = Lodger.joined(home);
    ProcessHandle server =
        ProcessHandle.of(Postmaster.running(DataFolder.in(home)).orElseThrow().pid()).orElseThrow();
    ProcessHandle watcher = server.parent().orElseThrow();
    Stream.concat(watcher.children().filter(part -> !part.equals(server)), Stream.of(watcher))
        .forEach(ProcessHandle::destroyForcibly);
    starter.kill();
    assertThat(watcher.onExit().join().isAlive()).isFalse();
    ServerAccount account = ServerAccount.find(PostgresBinaries.unpack(home), home);
    try (ServerWatcher next = ServerWatcher.start(folder(), account, "true")) {
      assertThat(next.hasLock()).isFalse();
    }
    assertThat(server.isAlive()).isTrue();
    ServerProcesses.end(DataFolder.in(home), SECONDS);
    try (ServerWatcher next = ServerWatcher.start(folder(), account, "true")) {
      assertThat(next.hasLock()).isTrue();
    }
  }

  private static void assumeAllowed(List<String> container) throws IOException {
    List<String> words = new ArrayList<>(container);
    words.add("true");
    assumeTrue(
        Command.exists("unshare") && Command.run(words).succeeded(),
        "the system makes no namespaces");
  }

  private static Path folder() {
    return home.resolve("postgres");
  }

  private static Path pidFile() {
    return DataFolder.in(home).resolve("postmaster.pid");
  }

  /// The servers on the home in all containers, by their command lines.
  private static List<ProcessHandle> servers() {
    return ProcessHandle.allProcesses()
        .filter(process -> {
          List<String> arguments = List.of(process.info().arguments().orElse(new String[0]));
          return process.info().command().orElse("").endsWith("/postgres")
              && arguments.contains(DataFolder.in(home).toString());
        })
        .toList();
  }

  private static String query(EmbeddedPostgres postgres, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
