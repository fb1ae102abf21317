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

/// The server process of a home: looked at, started, replaced. Everything but looking is done under
/// the [HomeLock].
final class PostgresServer {
  /// A watcher answers within milliseconds; longer means that there is none.
  private static final Duration CONFIRMATION = Duration.ofSeconds(10);

  /// A server that does not answer for so long hangs, and is replaced. A busy machine delays an
  /// answer by less.
  private static final Duration SILENCE = Duration.ofSeconds(5);

  /// After a crash the server first repeats up to `max_wal_size` of changes.
  private static final Duration START = Duration.ofMinutes(5);

  /// How long a server may take to write down what it holds when it is replaced.
  private static final Duration STOP = Duration.ofSeconds(10);

  /// The same for one that hangs, or for children that have lost their server.
  private static final Duration STOP_AT_ONCE = Duration.ofSeconds(2);

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

  enum Condition {
    /// There is none.
    GONE("had ended"),
    /// It is stopping: it takes no new connections, and may wait for the old ones for ever.
    LEAVING("is stopping"),
    /// It does not answer.
    SILENT("did not answer"),
    /// It starts or recovers.
    STARTING("was starting"),
    /// It takes connections.
    OPEN("was running");

    private final String words;

    Condition(String words) {
      this.words = words;
    }

    /// As in "PostgreSQL …".
    String words() {
      return words;
    }
  }

  Condition probe(Duration limit) throws IOException {
    Optional<Postmaster> found = Postmaster.running(data);
    if (found.isEmpty()) {
      return Condition.GONE;
    }
    if (found.get().stopping()) {
      return Condition.LEAVING;
    }
    if (found.get().port() == 0) {
      return Condition.STARTING;
    }
    return switch (LoginProbe.at(found.get().port(), limit)) {
      case OPEN -> Condition.OPEN;
      case NOT_NOW -> Condition.STARTING;
      case SILENCE -> Postmaster.running(data).isEmpty() ? Condition.GONE : Condition.SILENT;
    };
  }

  /// The server; started if none is running that answers and will stay for this lease.
  Postmaster open(ServerLease lease, String password) throws IOException {
    // Processes that know the server look at its last port first.
    int port = lastPort();
    Condition found = join(lease);
    if (found == Condition.OPEN) {
      Optional<Postmaster> running = Postmaster.running(data);
      if (running.isPresent()) {
        return running.get();
      }
    }
    ServerProcesses.end(
        data, found == Condition.SILENT || found == Condition.GONE ? STOP_AT_ONCE : STOP);
    return start(lease, password, port);
  }

  /// Waits until the server is open, if it will stay for this lease. Anything else that this
  /// returns is a reason to replace it.
  private Condition join(ServerLease lease) throws IOException {
    Timeout timeout = Timeout.of(START, "PostgreSQL under " + home + " to recover");
    boolean stays = false;
    while (true) {
      Condition found = probe(SILENCE);
      if (found != Condition.OPEN && found != Condition.STARTING) {
        return found;
      }
      if (!stays && !isWatched(lease)) {
        // It is going down, or its watcher is gone and nobody would ever stop it.
        return Condition.LEAVING;
      }
      stays = true;
      if (found == Condition.OPEN) {
        return found;
      }
      if (timeout.isOver()) {
        throw new IOException(
            "PostgreSQL under %s is still recovering after %d s: try again later; its log is %s"
                .formatted(home, START.toSeconds(), ServerLog.in(folder)));
      }
      timeout.pause();
    }
  }

  private boolean isWatched(ServerLease lease) throws IOException {
    lease.announce();
    return Timeout.of(CONFIRMATION, "the watcher of PostgreSQL under " + home)
            .until(() -> lease.isConfirmed() || Postmaster.running(data).isEmpty())
        && lease.isConfirmed();
  }

  private Postmaster start(ServerLease lease, String password, int port) throws IOException {
    DataFolder.check(home, folder);
    PostgresBinaries binaries = PostgresBinaries.unpack(home);
    ServerAccount account = ServerAccount.find(binaries, home);
    DataFolder.prepare(home, folder, binaries, account, password);
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Postmaster.disown(data);
      Optional<Postmaster> started =
          startAt(port == 0 || attempt > 2 ? freePort() : port, binaries, account);
      if (started.isPresent()) {
        lease.confirm();
        Files.writeString(portFile(), Integer.toString(started.get().port()));
        return started.get();
      }
      // The port was taken, or children of a crashed server are still at their last writes.
      Timeout.of(Duration.ofMillis(100L * attempt)).until(() -> false);
      ServerProcesses.end(data, STOP_AT_ONCE);
    }
    throw new IOException("PostgreSQL does not start in " + home + ":\n" + ServerLog.end(folder));
  }

  /// Empty if the server gave up at once, or hangs.
  private Optional<Postmaster> startAt(int port, PostgresBinaries binaries, ServerAccount account)
      throws IOException {
    Process watcher = watch(account.command(serve(binaries, port)));
    Timeout timeout = Timeout.of(START, "PostgreSQL under " + home + " to start");
    while (watcher.isAlive()) {
      Condition found = probe(SILENCE);
      if (found == Condition.OPEN) {
        return Postmaster.running(data);
      }
      if (found == Condition.SILENT) {
        return Optional.empty();
      }
      if (timeout.isOver()) {
        throw new IOException(
            "PostgreSQL takes longer than %d s to start in %s; it goes on, so try again later:\n%s"
                .formatted(START.toSeconds(), home, ServerLog.end(folder)));
      }
      timeout.pause();
    }
    return Optional.empty();
  }

  private int lastPort() throws IOException {
    int port = Postmaster.read(data).map(Postmaster::port).orElse(0);
    if (port != 0 || !Files.exists(portFile())) {
      return port;
    }
    String text = Files.readString(portFile()).strip();
    return text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
  }

  private Path portFile() {
    return folder.resolve("port");
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
    Path partial = folder.resolve("watcher.sh.partial");
    try (InputStream text =
        Objects.requireNonNull(PostgresServer.class.getResourceAsStream("watcher.sh"))) {
      Files.copy(text, partial, StandardCopyOption.REPLACE_EXISTING);
    }
    return Files.move(partial, folder.resolve("watcher.sh"), StandardCopyOption.ATOMIC_MOVE);
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
