package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.JavaProcess;
import org.marquee.Rounds;
import org.marquee.embedded.EmbeddedPostgres;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.sample.BigFeed;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.TestDatabase;

/// Imports in processes of their own that are killed on the way: what is stored is the state before
/// or the state after, and the next import works.
///
/// The feeds are full versions of one programme, so the state after a version does not depend on
/// those before it. A database without kills gives the expected state.
@NullMarked
class KilledImportTest {
  /// If the moment of a kill is random, an import must last long enough to be hit.
  private static final BigFeed.Size LARGE =
      new BigFeed.Size(1_000, 10, 20, 14, LocalDate.parse("2026-03-10"), 1);

  /// Where a lock holds the import up, its size does not matter.
  private static final BigFeed.Size SMALL =
      new BigFeed.Size(60, 6, 12, 14, LocalDate.parse("2026-03-10"), 1);

  private static final Instant FIRST_TAKEN = Instant.parse("2026-03-01T06:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int KILLS_ALONE = Rounds.of(1);

  /// How much longer an import takes in a new process than in one that has made some.
  private static final int COLD = 5;

  /// The number of tables at which a process is killed. At the others the server ends its session,
  /// which is the same to a database.
  private static final int KILLS_BESIDE = Rounds.of(1);

  private final Path folder;
  private final Path home;
  private final List<Process> started = new ArrayList<>();
  private final World unharmed = World.fresh();
  private BigFeed.Size size = LARGE;
  private int versions;

  KilledImportTest(@TempDir Path folder) {
    this.folder = folder;
    this.home = folder.resolve("home");
  }

  /// A feed, and the stored state after its import.
  private record Version(Path feed, Contents contents) {}

  @AfterEach
  void close() {
    started.forEach(Process::destroyForcibly);
    unharmed.close();
  }

  /// Each is killed at the first write to one table, which a lock blocks. The table of runs is the
  /// last one before the commit.
  @Test
  void beside_another_process_each_step_before_the_commit_leaves_nothing() throws Exception {
    size = SMALL;
    List<String> steps = new ArrayList<>(List.of("revision"));
    steps.addAll(Contents.TABLES);
    // A native feed is refused as a whole, so these are never written to.
    steps.removeAll(List.of("guarded", "rekeyed", "key_collision"));
    steps.add("run");
    TestDatabase test = MigratedDatabase.create();
    try (World world = World.on(MigratedDatabase.open(test))) {
      assertNextImportWorks(world);
      Contents before = Contents.of(world.database());
      Version version = nextVersion();
      for (int at = 0; at < steps.size(); at++) {
        String step = steps.get(at);
        try (Connection connection = test.connect();
            Statement statement = connection.createStatement()) {
          connection.setAutoCommit(false);
          statement.execute("lock table " + step + " in exclusive mode");
          if (at * KILLS_BESIDE / steps.size() < (at + 1) * KILLS_BESIDE / steps.size()) {
            Process process = ingest(version, "--database", test.url());
            awaitWaiting(statement, step, process::isAlive);
            kill(process);
          } else {
            cutOff(world, version, statement, step);
          }
          Contents found = Contents.of(world.database());
          assertThat(found).as("killed before writing to " + step).isEqualTo(before);
        }
      }
      take(world, version);
      assertAfter(Contents.of(world.database()), before, version);
    }
  }

  private static void cutOff(World world, Version version, Statement statement, String step)
      throws Exception {
    try (ExecutorService importing = Executors.newVirtualThreadPerTaskExecutor()) {
      byte[] feed = Files.readAllBytes(version.feed());
      Future<?> run = importing.submit(() -> world.take(World.PROVIDER, Shrinking.REFUSED, feed));
      awaitWaiting(statement, step, () -> !run.isDone());
      statement.execute(
          "select pg_terminate_backend(pid, 5000) from pg_locks where not granted and relation = '"
              + step
              + "'::regclass");
      assertThatThrownBy(run::get).hasCauseInstanceOf(LedgerUnavailable.class);
    }
  }

  @Test
  void alone_it_leaves_all_or_nothing_and_no_server(TestReporter reporter) throws Exception {
    Contents before;
    long whole;
    try (EmbeddedPostgres server = EmbeddedPostgres.join(home);
        World world = World.on(open(server))) {
      assertNextImportWorks(world);
      Version version = nextVersion();
      long started = System.nanoTime();
      take(world, version);
      whole = System.nanoTime() - started;
      before = Contents.of(world.database());
    }
    int applied = 0;
    for (int kill = 0; kill < KILLS_ALONE; kill++) {
      Version version = nextVersion();
      Process process = ingest(version);
      awaitServer(process);
      // From the start of the server to after the commit, when the process stops it.
      process.waitFor(Math.round(whole * COLD * (kill + 0.5) / KILLS_ALONE), TimeUnit.NANOSECONDS);
      kill(process);
      awaitNoServer();
      try (EmbeddedPostgres server = EmbeddedPostgres.join(home);
          World world = World.on(open(server))) {
        Contents found = Contents.of(world.database());
        if (!found.equals(before)) {
          assertAfter(found, before, version);
          applied++;
        }
        assertNextImportWorks(world);
        before = Contents.of(world.database());
      }
    }
    reporter.publishEntry("killed alone", KILLS_ALONE + ", of them after the commit " + applied);
  }

  private static void assertAfter(Contents found, Contents before, Version version) {
    assertThat(found).isEqualTo(new Contents(version.contents().tables(), before.revision() + 1));
  }

  private void assertNextImportWorks(World world) throws Exception {
    Version next = nextVersion();
    take(world, next);
    assertThat(Contents.of(world.database()).tables()).isEqualTo(next.contents().tables());
  }

  private static void take(World world, Version version) throws IOException {
    world.take(World.PROVIDER, Shrinking.REFUSED, Files.readAllBytes(version.feed())).rowCounts();
  }

  /// Each version differs from every other in about half of its showtimes.
  private Version nextVersion() throws Exception {
    int number = versions++;
    Path feed = folder.resolve(number + ".ndjson");
    BigFeed.full(
        feed, size, new BigFeed.Round(number, 0.3), FIRST_TAKEN.plus(Duration.ofMinutes(number)));
    unharmed.take(World.PROVIDER, Shrinking.REFUSED, Files.readAllBytes(feed)).rowCounts();
    return new Version(feed, Contents.of(unharmed.database()));
  }

  private Process ingest(Version version, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("ingest", version.feed().toString()));
    words.addAll(List.of("--provider", World.PROVIDER, "--home", home.toString()));
    words.addAll(List.of(more));
    Process process =
        JavaProcess.marquee(words).redirectErrorStream(true).redirectOutput(log().toFile()).start();
    started.add(process);
    return process;
  }

  private Path log() {
    return folder.resolve("ingest.log");
  }

  private static void kill(Process process) throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private static void awaitWaiting(Statement statement, String table, BooleanSupplier isRunning)
      throws Exception {
    Instant end = Instant.now().plus(PATIENCE);
    while (!isAwaited(statement, table)) {
      assertThat(isRunning.getAsBoolean() && Instant.now().isBefore(end))
          .as("the import writes to %s", table)
          .isTrue();
      Thread.sleep(10);
    }
  }

  private static boolean isAwaited(Statement statement, String table) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery(
            "select from pg_locks where not granted and relation = '" + table + "'::regclass")) {
      return rows.next();
    }
  }

  private void awaitServer(Process process) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (!EmbeddedPostgres.isRunning(home)) {
      assertThat(process.isAlive() && Instant.now().isBefore(end)).isTrue();
      Thread.sleep(10);
    }
  }

  /// The server of a killed process stops by itself, and so does the process that watched it.
  private void awaitNoServer() throws InterruptedException {
    String data = home.resolve("pgdata-18").toString();
    Instant end = Instant.now().plus(PATIENCE);
    while (ProcessHandle.allProcesses()
        .anyMatch(process -> process.info().commandLine().orElse("").contains(data))) {
      assertThat(Instant.now()).as("a server is left on " + data).isBefore(end);
      Thread.sleep(20);
    }
  }

  private static Database open(EmbeddedPostgres server) {
    return MigratedDatabase.open(
        new Database.Address(server.jdbcUrl(), server.user(), server.password()));
  }
}
