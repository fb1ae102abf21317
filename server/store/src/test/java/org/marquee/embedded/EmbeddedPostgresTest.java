package org.marquee.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.marquee.Rounds;

/// The embedded server among several processes, some of which are killed. The tests share a home,
/// and each leaves it without a server.
@NullMarked
@ResourceLock("the making of a server in this process")
class EmbeddedPostgresTest {
  private static final Duration SECONDS = Duration.ofSeconds(60);

  @TempDir private static Path folder;
  private static Path home;

  @BeforeAll
  static void use_a_home() throws IOException {
    home = folder.resolve("a home");
    EmbeddedPostgres.join(home).close();
  }

  @AfterEach
  void nobody_is_left_behind() throws IOException {
    assertThat(endsWithin(SECONDS)).isTrue();
  }

  @Test
  void the_second_one_shares_and_the_last_one_out_stops_the_server() throws Exception {
    EmbeddedPostgres first = EmbeddedPostgres.join(home);
    EmbeddedPostgres second = EmbeddedPostgres.join(home);
    assertThat(second.jdbcUrl()).isEqualTo(first.jdbcUrl());
    first.close();
    first.close();
    assertThat(query(second, "select current_user")).isEqualTo("marquee");
    second.close();
    assertThat(Postmaster.running(data())).isEmpty();
  }

  @Test
  void what_is_committed_is_on_the_disk_checked_and_for_its_owner_only() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      for (String setting :
          List.of("fsync", "synchronous_commit", "full_page_writes", "data_checksums")) {
        assertThat(query(postgres, "show " + setting)).as(setting).isEqualTo("on");
      }
      assertThat(query(postgres, "show listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(query(postgres, "select 'é' < 'z' collate \"default\"")).isEqualTo("f");
      assertThatCode(
              () -> DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), "wrong"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password");
    }
    assertThat(permissions(home)).isEqualTo("rwx------");
    assertThat(permissions(home.resolve("postgres"))).isEqualTo("rwx------");
    assertThat(permissions(home.resolve("postgres/password"))).isEqualTo("rw-------");
    assertThat(permissions(data())).isEqualTo("rwx------");
  }

  @Test
  void the_server_outlives_the_process_that_started_it() throws Exception {
    Lodger starter = Lodger.joined(home);
    starter.execute("create table outliving (id int)");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home);
        Connection connection = connect(postgres)) {
      starter.kill();
      Thread.sleep(1500);
      try (Statement statement = connection.createStatement()) {
        assertThatCode(() -> statement.execute("insert into outliving values (1)"))
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void a_killed_process_leaves_no_orphan_and_loses_no_row() throws Exception {
    Lodger last = Lodger.joined(home);
    last.execute("create table committed (id int)");
    last.execute("insert into committed values (7)");
    last.kill();
    assertThat(endsWithin(SECONDS)).isTrue();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(query(postgres, "select id from committed")).isEqualTo("7");
    }
  }

  @Test
  void who_comes_while_the_server_goes_down_gets_a_new_one() throws Exception {
    for (int round = 0; round < Rounds.of(1); round++) {
      Lodger last = Lodger.joined(home);
      last.kill();
      try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
        Thread.sleep(300);
        assertThat(query(postgres, "select 1")).isEqualTo("1");
      }
    }
  }

  @Test
  void many_may_come_first_at_once_where_the_making_was_cut_short() throws Exception {
    Path other = folder.resolve("other");
    Lodger cut = Lodger.arriving(other);
    assertThat(Timeout.of(SECONDS).until(() -> hasBegunData(other))).isTrue();
    cut.kill();
    assertThat(DataFolder.in(other)).doesNotExist();
    try (ExecutorService threads = Executors.newFixedThreadPool(4);
        Lodger lodger = Lodger.arriving(other);
        EmbeddedPostgres elsewhere = EmbeddedPostgres.join(home)) {
      Callable<EmbeddedPostgres> join = () -> EmbeddedPostgres.join(other);
      List<Future<EmbeddedPostgres>> joins = threads.invokeAll(List.of(join, join, join, join));
      String port = ":" + lodger.port() + "/";
      assertThat(elsewhere.jdbcUrl()).as("another home has its own").doesNotContain(port);
      for (Future<EmbeddedPostgres> each : joins) {
        try (EmbeddedPostgres joined = each.get()) {
          assertThat(joined.jdbcUrl()).contains(port);
          assertThat(joined.password()).isNotEqualTo(elsewhere.password());
        }
      }
    }
    assertThat(Postmaster.running(DataFolder.in(other))).isEmpty();
    assertThat(names(other)).containsExactlyInAnyOrder("pgdata-18", "postgres");
  }

  @Test
  void a_process_id_that_belongs_to_somebody_else_now_is_not_believed() throws Exception {
    String ours = Long.toString(ProcessHandle.current().pid());
    Path file = data().resolve("postmaster.pid");
    for (String stale : List.of("", ours)) {
      Files.writeString(file, stale);
      assertThat(Postmaster.running(data())).isEmpty();
      Postmaster.disown(data());
      assertThat(file).doesNotExist();
    }
    Files.writeString(file, String.join("\n", ours, "x", "1", "2", "", "", "3 4", "ready"));
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(query(postgres, "select 1")).isEqualTo("1");
    }
  }

  @Test
  void a_crashed_server_comes_back_at_its_port_with_every_row() throws Exception {
    try (EmbeddedPostgres first = EmbeddedPostgres.join(home)) {
      try (Connection connection = connect(first);
          Statement statement = connection.createStatement()) {
        statement.execute("create table film (id int)");
        statement.execute("insert into film values (7)");
        kill(Postmaster.running(data()).orElseThrow().pid());
      }
      try (EmbeddedPostgres second = EmbeddedPostgres.join(home)) {
        assertThat(second.jdbcUrl()).isEqualTo(first.jdbcUrl());
        assertThat(query(first, "select id from film")).isEqualTo("7");
      }
    }
  }

  @Test
  void a_server_that_has_died_is_started_again_for_one_who_stays() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(postgres.keep()).isEmpty();
      kill(Postmaster.running(data()).orElseThrow().pid());
      assertThat(endsWithin(SECONDS)).isTrue();
      assertThat(postgres.keep()).isPresent();
      assertThat(query(postgres, "select 1")).isEqualTo("1");
    }
    assertThat(endsWithin(SECONDS)).isTrue();
  }

  @Test
  void a_port_that_was_taken_meanwhile_is_given_up_by_all() throws Exception {
    try (EmbeddedPostgres first = EmbeddedPostgres.join(home)) {
      Postmaster server = Postmaster.running(data()).orElseThrow();
      kill(server.pid());
      assertThat(server.awaitEnd(Timeout.of(SECONDS))).isTrue();
      try (ServerSocket _ =
              new ServerSocket(
                  server.port(), 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
          EmbeddedPostgres second = EmbeddedPostgres.join(home)) {
        assertThat(second.jdbcUrl()).isEqualTo(first.jdbcUrl());
        assertThat(second.jdbcUrl()).doesNotContain(":" + server.port() + "/");
        assertThat(query(first, "select 1")).isEqualTo("1");
      }
    }
  }

  @Test
  void a_server_without_its_watcher_goes_on_and_is_still_stopped() throws Exception {
    try (EmbeddedPostgres first = EmbeddedPostgres.join(home)) {
      ProcessHandle server = server();
      kill(server.parent().orElseThrow().pid());
      try (EmbeddedPostgres second = EmbeddedPostgres.join(home)) {
        assertThat(second.jdbcUrl()).isEqualTo(first.jdbcUrl());
        assertThat(server.isAlive()).isTrue();
      }
    }
  }

  @Test
  void a_server_that_nobody_watches_is_replaced() throws Exception {
    try (EmbeddedPostgres first = EmbeddedPostgres.join(home)) {
      ProcessHandle server = server();
      ProcessHandle watcher = server.parent().orElseThrow();
      List<ProcessHandle> parts = watcher.children().filter(part -> !part.equals(server)).toList();
      assertThat(parts).hasSize(1);
      kill(watcher.pid());
      kill(parts.getFirst().pid());
      assertThat(query(first, "select 1")).isEqualTo("1");
      try (EmbeddedPostgres second = EmbeddedPostgres.join(home)) {
        assertThat(server().pid()).isNotEqualTo(server.pid());
        assertThat(query(second, "select 1")).isEqualTo("1");
        assertThat(query(first, "select 1")).isEqualTo("1");
      }
    }
  }

  /// As PostgreSQL 18 does when it is told to stop while it recovers from a panic, for one.
  @Test
  void a_server_that_does_not_stop_is_stopped_all_the_same() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(query(postgres, "select 1")).isEqualTo("1");
      for (ProcessHandle part : server().children().toList()) {
        Command.run(List.of("sh", "-c", "kill -STOP " + part.pid()));
      }
    }
    assertThat(endsWithin(SECONDS)).isTrue();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(query(postgres, "select 1")).isEqualTo("1");
    }
  }

  @Test
  void the_reason_for_broken_connections_is_reported() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(postgres.trouble()).isEmpty();
      kill(
          Long.parseLong(
              query(
                  postgres,
                  "select pid from pg_stat_activity where backend_type = 'checkpointer'")));
      List<String> told = new ArrayList<>();
      Timeout.of(SECONDS)
          .until(() -> {
            postgres.trouble().ifPresent(told::add);
            return !told.isEmpty();
          });
      assertThat(told).singleElement().asString().contains("was terminated by signal 9");
    }
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home)) {
      assertThat(postgres.trouble()).isEmpty();
    }
  }

  private static Path data() {
    return DataFolder.in(home);
  }

  private static ProcessHandle server() throws IOException {
    return ProcessHandle.of(Postmaster.running(data()).orElseThrow().pid()).orElseThrow();
  }

  private static boolean endsWithin(Duration limit) throws IOException {
    return Timeout.of(limit).until(() -> Postmaster.running(data()).isEmpty());
  }

  private static boolean hasBegunData(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return false;
    }
    try (DirectoryStream<Path> begun = Files.newDirectoryStream(place, "pgdata-18.partial-*")) {
      for (Path each : begun) {
        if (Files.exists(each.resolve("data/PG_VERSION"))) {
          return true;
        }
      }
    }
    return false;
  }

  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return Set.copyOf(files.map(file -> file.getFileName().toString()).toList());
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static void kill(long pid) {
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }

  private static Connection connect(EmbeddedPostgres postgres) throws SQLException {
    return DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
  }

  private static String query(EmbeddedPostgres postgres, String sql) throws SQLException {
    try (Connection connection = connect(postgres);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
