package org.marquee.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
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

  /// How long stopping may take for a server that hangs, or for children that have lost their
  /// server.
  private static final Duration STOP_AT_ONCE = Duration.ofSeconds(2);

  /// How long one may take to end that we cannot see, such as that of a container that is replaced.
  private static final Duration ELSEWHERE = Duration.ofSeconds(5);

  /// What is asked of a server is answered within so long, or looked into.
  static final Duration PROBE = Duration.ofSeconds(1);

  /// The setting by which a server says which home it was started for.
  private static final String HOME = "marquee.home";

  private static final int ATTEMPTS = 8;
  private static final long LOG_BYTES = 1 << 20;

  private final Path home;
  private final Path folder;
  private final Path data;
  private final String password;

  /// @param folder where the pipe, the lock and the log of the server are
  PostgresServer(Path home, Path folder, String password) {
    this.home = home;
    this.folder = folder;
    this.data = DataFolder.in(home);
    this.password = password;
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
    Condition found = probeHere(limit);
    if (found != Condition.GONE) {
      return found;
    }
    // In another container it has another process id, and answers all the same.
    Optional<Postmaster> server = Postmaster.read(data);
    if (server.isEmpty() || server.get().port() == 0 || server.get().stopping()) {
      return found;
    }
    Condition answer = LoginProbe.now(server.get().port(), PROBE);
    return answer == Condition.SILENT || isOther(server.get().port()) ? found : answer;
  }

  private Condition probeHere(Duration limit) throws IOException {
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
    Condition answer = LoginProbe.at(found.get().port(), limit);
    return answer == Condition.SILENT && Postmaster.running(data).isEmpty()
        ? Condition.GONE
        : answer;
  }

  /// Whether the server at a port was started for another home. That of a home of which ours is a
  /// copy may have our port, and knows our password.
  private boolean isOther(int port) throws IOException {
    String started = LoginProbe.setting(port, password, HOME);
    return !started.isEmpty() && !started.equals(identity());
  }

  /// Device and inode, which a copy does not have.
  private String identity() throws IOException {
    return String.valueOf(Files.readAttributes(folder, BasicFileAttributes.class).fileKey());
  }

  /// The server; started if none is running that answers and will stay for this lease.
  Postmaster open(ServerLease lease) throws IOException {
    // Processes that know the server look at its last port first.
    int port = lastPort();
    Timeout timeout = Timeout.of(ELSEWHERE);
    while (true) {
      Condition found = join(lease);
      if (found == Condition.OPEN) {
        Optional<Postmaster> running = Postmaster.read(data);
        if (running.isPresent()) {
          return running.get();
        }
      }
      ServerProcesses.end(
          data, found == Condition.SILENT || found == Condition.GONE ? STOP_AT_ONCE : STOP);
      Optional<Postmaster> started = start(lease, port);
      if (started.isPresent()) {
        return started.get();
      }
      if (timeout.isOver()) {
        throw new IOException(
            """
            a PostgreSQL that this process can neither see nor reach uses %s, from another container or another machine.
            Stop the Marquee there, or run this command there. Containers that are to share a home need one network, as in a pod; else name a PostgreSQL of your own with --database\
            """
                .formatted(data));
      }
      timeout.pause();
    }
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
            .until(() -> lease.isConfirmed() || probe(PROBE) == Condition.GONE)
        && lease.isConfirmed();
  }

  /// Empty if another server has the lock: one that is ending, or that we cannot see.
  private Optional<Postmaster> start(ServerLease lease, int port) throws IOException {
    DataFolder.check(home, folder);
    PostgresBinaries binaries = PostgresBinaries.unpack(home);
    ServerAccount account = ServerAccount.find(binaries, home);
    beginLog();
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      int at = port == 0 || attempt > 2 ? freePort() : port;
      try (ServerWatcher watcher = ServerWatcher.start(folder, account, serve(binaries, at))) {
        if (!watcher.hasLock()) {
          return Optional.empty();
        }
        DataFolder.prepare(home, folder, binaries, account, password);
        Postmaster.disown(data);
        watcher.run();
        Optional<Postmaster> started = await(watcher);
        if (started.isPresent()) {
          lease.confirm();
          Files.writeString(portFile(), Integer.toString(at));
          return started;
        }
      }
      // The port was taken, or children of a crashed server are still at their last writes.
      Timeout.of(Duration.ofMillis(100L * attempt)).until(() -> false);
      ServerProcesses.end(data, STOP_AT_ONCE);
    }
    throw new IOException("PostgreSQL does not start in " + home + ":\n" + ServerLog.end(folder));
  }

  /// Empty if the server gave up at once, or hangs.
  private Optional<Postmaster> await(ServerWatcher watcher) throws IOException {
    Timeout timeout = Timeout.of(START, "PostgreSQL under " + home + " to start");
    while (watcher.isAlive()) {
      Condition found = probeHere(SILENCE);
      if (found == Condition.OPEN) {
        Optional<Postmaster> running = Postmaster.running(data);
        return running.isPresent() && isOther(running.get().port()) ? Optional.empty() : running;
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

  private String[] serve(PostgresBinaries binaries, int port) throws IOException {
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
      "--" + HOME + "=" + identity(),
      // Faults of statements reach the caller, who logs them: here they would fill the disk.
      "--log_min_messages=log",
    };
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    }
  }

  /// Begins the log of the server anew when it has grown; one old one is kept.
  private void beginLog() throws IOException {
    Path log = ServerLog.in(folder);
    if (Files.exists(log) && Files.size(log) > LOG_BYTES) {
      Files.move(log, folder.resolve("server.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
