package org.marquee.embedded;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.marquee.OwnPorts;
import org.marquee.files.FolderTree;
import org.marquee.files.PrivateFiles;

/// A PostgreSQL for tests that do not test the server. It is made as the server of a home is, but
/// nothing in it has to survive: it keeps its files in memory where there is room, and never waits
/// for the disk.
///
/// It stops, like the server of a home, when the process that started it ends or is killed.
@NullMarked
public final class ThrowawayServer implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration STOP = Duration.ofSeconds(30);

  /// Where Linux keeps files in memory. An import makes a hundred of them for its temporary tables,
  /// which takes a third of its time on a disk.
  private static final Path MEMORY = Path.of("/dev/shm");

  /// In bytes. Six classes of tests at a time use a small part of it.
  private static final long ROOM = 3L << 30;

  private static final String PREFIX = "marquee-test-";

  /// Classes that run side by side have nodes and pools of their own: hence the connections. With
  /// many databases, `autovacuum` would start processes all the time.
  private static final List<String> SETTINGS =
      List.of(
          "--fsync=off",
          "--synchronous_commit=off",
          "--full_page_writes=off",
          "--wal_level=minimal",
          "--max_wal_senders=0",
          "--checkpoint_timeout=1h",
          "--max_wal_size=256MB",
          "--autovacuum=off",
          "--max_connections=500",
          "--listen_addresses=127.0.0.1",
          "--unix_socket_directories=",
          "--timezone=UTC",
          "--log_timezone=UTC",
          "--log_checkpoints=off",
          "--log_min_messages=log");

  private final Path home;
  private final ServerLease lease;
  private final Postmaster server;
  private final String password;

  private ThrowawayServer(Path home, ServerLease lease, Postmaster server, String password) {
    this.home = home;
    this.lease = lease;
    this.server = server;
    this.password = password;
  }

  /// Makes and starts a server in a folder of its own, which goes when the server is closed.
  public static ThrowawayServer start() throws IOException {
    Path place = makeHome().toRealPath();
    Path folder = PrivateFiles.folder(place.resolve("postgres"));
    ServerLease lease = ServerLease.take(folder);
    String password = DataFolder.password(folder);
    PostgresBinaries binaries = PostgresBinaries.unpack(place);
    ServerAccount account = ServerAccount.find(binaries, place);
    DataFolder.prepare(place, folder, binaries, account, password);
    Path data = DataFolder.in(place);
    allowOldPasswords(data);
    int port = OwnPorts.free();
    ServerWatcher watcher = ServerWatcher.start(folder, account, command(binaries, data, port));
    watcher.run();
    Timeout timeout = Timeout.of(START);
    while (LoginProbe.at(port, Duration.ofSeconds(1)) != PostgresServer.Condition.OPEN) {
      if (!watcher.isAlive() || timeout.isOver()) {
        throw new IOException("the server of the tests does not start: " + ServerLog.end(folder));
      }
      timeout.pause();
    }
    ThrowawayServer server =
        new ThrowawayServer(place, lease, Postmaster.running(data).orElseThrow(), password);
    server.storeOldPassword();
    return server;
  }

  private static Path makeHome() throws IOException {
    if (!Files.isWritable(MEMORY)) {
      return Files.createTempDirectory(PREFIX);
    }
    sweep();
    return Files.getFileStore(MEMORY).getUsableSpace() >= ROOM
        ? Files.createTempDirectory(MEMORY, PREFIX)
        : Files.createTempDirectory(PREFIX);
  }

  /// Removes the files of killed test runs from memory.
  private static void sweep() throws IOException {
    Instant recent = Instant.now().minus(START);
    try (DirectoryStream<Path> homes = Files.newDirectoryStream(MEMORY, PREFIX + "*")) {
      for (Path each : homes) {
        if (Files.isWritable(each)
            && Files.getLastModifiedTime(each).toInstant().isBefore(recent)
            && ServerProcesses.on(DataFolder.in(each)).isEmpty()) {
          FolderTree.delete(each);
        }
      }
    }
  }

  /// A login with SCRAM costs both sides milliseconds by design, and tests log in thousands of
  /// times; the method before it does not.
  private static void allowOldPasswords(Path data) throws IOException {
    Files.writeString(data.resolve("pg_hba.conf"), "host all all 127.0.0.1/32 md5\n");
  }

  private void storeOldPassword() throws IOException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl(), user(), password);
        Statement statement = connection.createStatement()) {
      statement.execute("set password_encryption = 'md5'");
      statement.execute("alter user " + user() + " password '" + password + "'");
    } catch (SQLException e) {
      throw new IOException("the server of the tests cannot be set up", e);
    }
  }

  private static String[] command(PostgresBinaries binaries, Path data, int port) {
    List<String> words =
        new ArrayList<>(
            List.of(
                binaries.program("postgres"), "-D", data.toString(), "-p", Integer.toString(port)));
    words.addAll(SETTINGS);
    return words.toArray(String[]::new);
  }

  /// The address of the database that every server has.
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres";
  }

  public String user() {
    return EmbeddedPostgres.USER;
  }

  public String password() {
    return password;
  }

  /// Stops the server without a checkpoint, and removes its folder.
  @Override
  public void close() throws IOException {
    Command.run(List.of("kill", "-QUIT", Long.toString(server.pid())));
    lease.close();
    server.awaitEnd(Timeout.of(STOP));
    FolderTree.delete(home);
  }
}
