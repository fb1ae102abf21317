package org.marquee.embedded;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The server process of a home: found, started, stopped. Everything here is done under the
/// [HomeLock].
final class PostgresServer {
  /// A watcher answers within milliseconds; longer means that there is none.
  private static final Duration CONFIRMATION = Duration.ofSeconds(10);

  /// After a crash the server first repeats up to `max_wal_size` of changes.
  private static final Duration START = Duration.ofMinutes(5);

  private static final Duration STOP = Duration.ofSeconds(30);
  private static final int ATTEMPTS = 8;
  private static final long LOG_BYTES = 1 << 20;

  private final Path home;
  private final Path folder;
  private final Path data;

  /// @param folder where the pipe, the lock and the log of the server are
  PostgresServer(Path home, Path folder) {
    this.home = home;
    this.folder = folder;
    this.data = DataFolder.in(home);
  }

  /// The server, started if none is running that will stay for this seat.
  Postmaster open(Seat seat, String password) throws IOException {
    // Users of a server that crashed, or has to be replaced, go on looking for it at its port.
    int port = Postmaster.read(data).map(Postmaster::port).orElse(0);
    Optional<Postmaster> running = join(seat);
    return running.isPresent() ? running.get() : start(seat, password, port);
  }

  private Optional<Postmaster> join(Seat seat) throws IOException {
    Optional<Postmaster> found = Postmaster.running(data);
    if (found.isEmpty()) {
      return found;
    }
    Postmaster server = found.get();
    seat.announce();
    Patience.of(CONFIRMATION).until(() -> seat.isConfirmed() || !server.isAlive());
    if (!seat.isConfirmed()) {
      // It is going down, or its watcher is gone and nobody would ever stop it.
      stop(server);
      return Optional.empty();
    }
    Patience patience = Patience.of(START);
    patience.until(() -> isReady() || !server.isAlive());
    return Postmaster.running(data).filter(Postmaster::ready);
  }

  private void stop(Postmaster server) throws IOException {
    if (server.isAlive()) {
      server.interrupt();
    }
    if (server.awaitEnd(Patience.of(STOP))) {
      return;
    }
    server.quit();
    if (!server.awaitEnd(Patience.of(STOP))) {
      throw new IOException(
          "the PostgreSQL server with process id " + server.pid() + " does not stop");
    }
  }

  private boolean isReady() throws IOException {
    return Postmaster.running(data).filter(Postmaster::ready).isPresent();
  }

  private Postmaster start(Seat seat, String password, int port) throws IOException {
    PostgresBinaries binaries = PostgresBinaries.unpack(home);
    ServerAccount account = ServerAccount.find(binaries, home);
    DataFolder.prepare(home, binaries, account, password);
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Postmaster.disown(data);
      Optional<Postmaster> started =
          startAt(port == 0 || attempt > 2 ? freePort() : port, binaries, account);
      if (started.isPresent()) {
        seat.confirm();
        return started.get();
      }
      // The port was taken, or children of a crashed server are still at their last writes.
      Patience.of(Duration.ofMillis(100L * attempt)).until(() -> false);
    }
    throw new IOException("PostgreSQL does not start in " + home + ":\n" + ServerLog.end(folder));
  }

  /// Empty if the server gave up at once.
  private Optional<Postmaster> startAt(int port, PostgresBinaries binaries, ServerAccount account)
      throws IOException {
    Process watcher = watch(account.command(serve(binaries, port)));
    Patience patience = Patience.of(START);
    if (!patience.until(() -> isReady() || !watcher.isAlive())) {
      throw new IOException(
          "PostgreSQL takes too long to start in " + home + ":\n" + ServerLog.end(folder));
    }
    return watcher.isAlive() ? Postmaster.running(data) : Optional.empty();
  }

  private String[] serve(PostgresBinaries binaries, int port) {
    return new String[] {
      binaries.program("postgres"),
      "-D",
      data.toString(),
      "-p",
      Integer.toString(port),
      "--listen_addresses=127.0.0.1",
      "--unix_socket_directories=",
      "--fsync=on",
      "--synchronous_commit=on",
      "--timezone=UTC",
      "--log_timezone=UTC",
      "--logging_collector=off",
      "--log_checkpoints=off",
      // Faults of statements reach the caller, who logs them: here they would fill the disk.
      "--log_min_messages=log",
    };
  }

  private Process watch(List<String> server) throws IOException {
    List<String> command = new ArrayList<>(ownSession());
    command.addAll(List.of("sh", script().toString(), folder.toString()));
    command.addAll(server);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    // The server of macOS does not start in a locale that needs threads to be found.
    builder.environment().put("LC_ALL", "C");
    return builder.start();
  }

  /// The words that keep the terminal's Ctrl-C, which is meant for us, from the server.
  private static List<String> ownSession() {
    if (Command.exists("setsid")) {
      return List.of("setsid");
    }
    return Command.exists("perl")
        ? List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec @ARGV", "--")
        : List.of();
  }

  /// The watcher's text, laid into the home by a rename: a shell reads on while it runs.
  private Path script() throws IOException {
    Path partial = folder.resolve("watch.sh.partial");
    try (InputStream text =
        Objects.requireNonNull(PostgresServer.class.getResourceAsStream("watch.sh"))) {
      Files.copy(text, partial, StandardCopyOption.REPLACE_EXISTING);
    }
    return Files.move(partial, folder.resolve("watch.sh"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    }
  }

  /// The log of the server, begun anew when it has grown; one old one is kept.
  private Path log() throws IOException {
    Path log = ServerLog.in(folder);
    if (Files.exists(log) && Files.size(log) > LOG_BYTES) {
      Files.move(log, folder.resolve("server.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
    return log;
  }
}
