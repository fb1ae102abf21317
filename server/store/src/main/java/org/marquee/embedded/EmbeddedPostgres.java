package org.marquee.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.marquee.files.PrivateFiles;

/// The PostgreSQL server of a home, shared by all processes that use the home.
///
/// The first one to [#join] starts the server, the last one to [#close] stops it. A process that is
/// killed counts as one that has left: the server goes on for the others, and stops within seconds
/// if there are none. It listens on the loopback address only, at a port of its own choosing, and
/// keeps what it has committed through any crash.
///
/// Keep the object reachable for as long as the server is needed.
public final class EmbeddedPostgres implements AutoCloseable {
  /// The name of the logger for what a caller waits for.
  public static final String WAITING = Timeout.class.getName();

  static final String USER = "marquee";
  private static final String DATABASE = "marquee";

  /// Others may be making the database, or wait for its recovery.
  private static final Duration JOIN = Duration.ofMinutes(6);

  private static final Duration LEAVE = Duration.ofSeconds(30);

  /// The watcher stops the server when the last one has left; it needs longer for one that does not
  /// want to.
  private static final Duration STOP = Duration.ofSeconds(15);

  private final Path home;
  private final Path folder;
  private final Path data;
  private final ServerLease lease;
  private final String password;
  private volatile Postmaster server;
  private volatile ServerLog log;
  private volatile @Nullable String fault;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedPostgres(
      Path home,
      Path folder,
      ServerLease lease,
      Postmaster server,
      String password,
      ServerLog log) {
    this.home = home;
    this.folder = folder;
    this.data = server.data();
    this.lease = lease;
    this.server = server;
    this.password = password;
    this.log = log;
  }

  /// Whether a home has a database. True as well where the folder may not be read: joining then
  /// fails with the reason.
  public static boolean isIn(Path home) {
    return !Files.notExists(DataFolder.in(home).resolve("PG_VERSION"));
  }

  /// Whether a home has a database that a program before 0.1.0 made.
  public static boolean isOlderIn(Path home) {
    return DataFolder.isOlder(DataFolder.in(home));
  }

  /// Whether a home has had a database, even if its data is missing now.
  public static boolean wasIn(Path home) {
    return DataFolder.isRemembered(folder(home));
  }

  /// Whether the server of a home runs, or starts. True as well where nobody may look.
  public static boolean isRunning(Path home) {
    try {
      return Postmaster.running(DataFolder.in(home)).isPresent();
    } catch (IOException _) {
      return true;
    }
  }

  /// Identifies the database of a home, also while its server does not run and its data is not
  /// there; empty where the home has no database.
  public static Optional<String> identity(Path home) {
    if (!wasIn(home)) {
      return Optional.empty(); // the next server begins with an empty database
    }
    return DataFolder.passwordDigest(folder(home)).map(digest -> "embedded " + digest);
  }

  /// Joins the server of this home, starting it if nobody has. The home is made if it is missing,
  /// for its owner only.
  ///
  /// @throws IOException if the server cannot be made, started or reached; the message says why
  public static EmbeddedPostgres join(Path home) throws IOException {
    Path place = open(home);
    Path folder = open(folder(place));
    try (HomeLock _ = HomeLock.take(lock(folder), JOIN)) {
      ServerLease lease = ServerLease.take(folder);
      try {
        String password = DataFolder.password(folder);
        Postmaster server = new PostgresServer(place, folder, password).open(lease);
        EmbeddedPostgres joined =
            new EmbeddedPostgres(place, folder, lease, server, password, ServerLog.from(folder));
        joined.makeDatabase();
        return joined;
      } catch (IOException | RuntimeException e) {
        lease.close();
        throw e;
      }
    }
  }

  /// The folder itself, links resolved; made, private, if it was missing.
  private static Path open(Path folder) throws IOException {
    return (Files.isDirectory(folder) ? folder : PrivateFiles.folder(folder)).toRealPath();
  }

  private static Path folder(Path home) {
    return home.resolve("postgres");
  }

  private static Path lock(Path folder) {
    return folder.resolve("lock");
  }

  private void makeDatabase() throws IOException {
    String limits = "&loginTimeout=20&socketTimeout=60";
    try (Connection connection =
            DriverManager.getConnection(url("postgres") + limits, USER, password);
        Statement statement = connection.createStatement()) {
      if (!hasRow(statement, "select from pg_database where datname = '" + DATABASE + "'")) {
        // Iterations make it slow to guess a password that a person chose. Ours is random and has
        // 192 bits. With 4,096 iterations each connection costs a node that starts 20 ms and more.
        statement.execute("set scram_iterations = 1");
        statement.execute("alter role " + USER + " password '" + password + "'");
        statement.execute("create database " + DATABASE);
      }
    } catch (SQLException e) {
      throw new IOException("PostgreSQL runs but cannot be used: " + e.getMessage(), e);
    }
  }

  private static boolean hasRow(Statement statement, String query) throws SQLException {
    try (ResultSet found = statement.executeQuery(query)) {
      return found.next();
    }
  }

  /// Where the database is now, without user and password. The port may change when the server is
  /// replaced: ask for each connection.
  public String jdbcUrl() {
    return url(DATABASE);
  }

  /// Another program that has taken the port gets no password from us: only a server that knows it
  /// passes SCRAM.
  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database + "?requireAuth=scram-sha-256";
  }

  /// Another process may have replaced the server by now.
  private int port() {
    try {
      return Postmaster.read(data)
          .map(Postmaster::port)
          .filter(port -> port > 0)
          .orElse(server.port());
    } catch (IOException _) {
      return server.port();
    }
  }

  /// Whose database it is.
  public String user() {
    return USER;
  }

  /// The password of that user, made up for the home.
  public String password() {
    return password;
  }

  /// Looks after the server: replaces one that has ended, is stopping or hangs. All processes that
  /// use the home may do that; the [HomeLock] has them agree. Takes milliseconds while all is well.
  /// To be called every second or so.
  ///
  /// @return what has happened to the server since this was last asked, in words; empty: nothing.
  ///   Then connections from before are of no use.
  /// @throws IOException if the server cannot be started now; the message says why
  public Optional<String> keep() throws IOException {
    PostgresServer place = new PostgresServer(home, folder, password);
    PostgresServer.Condition found = place.probe(PostgresServer.PROBE);
    if (found == PostgresServer.Condition.OPEN || found == PostgresServer.Condition.STARTING) {
      return Postmaster.read(data).flatMap(now -> noted(now, "was replaced by another process"));
    }
    fault = "it " + found.words();
    try (HomeLock _ = HomeLock.take(lock(folder), JOIN)) {
      if (closed.get()) {
        return Optional.empty();
      }
      return noted(place.open(lease), found.words() + " and was started again");
    }
  }

  private Optional<String> noted(Postmaster now, String what) {
    Postmaster before = server;
    server = now;
    if (now.isSame(before)) {
      return Optional.empty();
    }
    Optional<String> why = nextFault();
    fault = null;
    return Optional.of(
        "PostgreSQL %s, at port %d%s"
            .formatted(what, now.port(), why.map(words -> " (" + words + ")").orElse("")));
  }

  /// Why the server broke connections off since it was joined, or since this last returned a
  /// reason, by its own log, or by what it was found doing; empty if it did not.
  public Optional<String> trouble() {
    return nextFault().or(() -> Optional.ofNullable(fault));
  }

  private Optional<String> nextFault() {
    Optional<String> trouble = log.trouble();
    if (trouble.isPresent()) {
      log = ServerLog.from(folder);
    }
    return trouble;
  }

  /// Leaves the server; the last one out stops it and waits until it is gone, half a minute at
  /// most. Connections should be closed before. Closing again does nothing.
  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    // The lease goes in any case: a server without leases stops, whether somebody waits or not.
    try (lease;
        HomeLock _ = HomeLock.take(lock(folder), LEAVE)) {
      lease.close();
      Optional<Postmaster> left = Postmaster.running(data);
      if (left.isPresent() && !lease.hasOthers()) {
        awaitEnd(left.get());
      }
    }
  }

  /// The watcher stops it; where there is none any more, we do.
  private void awaitEnd(Postmaster left) throws IOException {
    if (!left.awaitEnd(Timeout.of(STOP, "PostgreSQL under " + home + " to stop"))) {
      ServerProcesses.end(data, STOP);
    }
  }
}
