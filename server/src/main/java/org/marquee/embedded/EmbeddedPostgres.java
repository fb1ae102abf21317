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

/// The PostgreSQL server of a home, shared by all processes that use the home.
///
/// The first one to [#join] starts the server, the last one to [#close] stops it. A process that is
/// killed counts as one that has left: the server goes on for the others, and stops within seconds
/// if there are none. It listens on the loopback address only, at a port of its own choosing, and
/// keeps what it has committed through any crash.
///
/// Keep the object reachable for as long as the server is needed.
public final class EmbeddedPostgres implements AutoCloseable {
  static final String USER = "marquee";
  private static final String DATABASE = "marquee";

  /// Others may be making the database, or wait for its recovery.
  private static final Duration JOIN = Duration.ofMinutes(6);

  private static final Duration LEAVE = Duration.ofSeconds(30);

  private final Path home;
  private final Path folder;
  private final Path data;
  private final Seat seat;
  private final int port;
  private final String password;
  private volatile ServerLog log;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedPostgres(
      Path home, Path folder, Path data, Seat seat, int port, String password, ServerLog log) {
    this.home = home;
    this.folder = folder;
    this.data = data;
    this.seat = seat;
    this.port = port;
    this.password = password;
    this.log = log;
  }

  /// Whether a home has a database. True as well where nobody may look: joining then says why.
  public static boolean isIn(Path home) {
    return !Files.notExists(DataFolder.in(home).resolve("PG_VERSION"));
  }

  /// Whether a home has had a database, even if its data is missing now.
  public static boolean wasIn(Path home) {
    return Files.exists(home.resolve("postgres").resolve("password"));
  }

  /// Joins the server of this home, starting it if nobody has. The home is made if it is missing,
  /// for its owner only.
  ///
  /// @throws IOException if the server cannot be made, started or reached; the message says why
  public static EmbeddedPostgres join(Path home) throws IOException {
    Path place = Folders.open(home);
    Path folder = Folders.open(place.resolve("postgres"));
    try (HomeLock _ = HomeLock.take(lock(folder), JOIN)) {
      Seat seat = Seat.take(folder);
      try {
        String password = DataFolder.password(folder);
        Postmaster server = new PostgresServer(place, folder).open(seat, password);
        EmbeddedPostgres joined =
            new EmbeddedPostgres(
                place,
                folder,
                server.data(),
                seat,
                server.port(),
                password,
                ServerLog.from(folder));
        joined.makeDatabase();
        return joined;
      } catch (IOException | RuntimeException e) {
        seat.close();
        throw e;
      }
    }
  }

  private static Path lock(Path folder) {
    return folder.resolve("lock");
  }

  private void makeDatabase() throws IOException {
    try (Connection connection = DriverManager.getConnection(url("postgres"), USER, password);
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("select from pg_database where datname = '" + DATABASE + "'")) {
      if (!found.next()) {
        statement.execute("create database " + DATABASE);
      }
    } catch (SQLException e) {
      throw new IOException("PostgreSQL runs but cannot be used: " + e.getMessage(), e);
    }
  }

  /// Where the database is, without user and password.
  public String jdbcUrl() {
    return url(DATABASE);
  }

  /// Another program that has taken the port gets no password from us: only a server that knows it
  /// passes SCRAM.
  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?requireAuth=scram-sha-256";
  }

  /// Whose database it is.
  public String user() {
    return USER;
  }

  /// The password of that user, made up for the home.
  public String password() {
    return password;
  }

  /// Starts the server again if it has died, killed for want of memory perhaps: otherwise it would
  /// stay away until the next one joins.
  ///
  /// @return whether it had to be started
  /// @throws IOException if it cannot be started, or only at a port where nobody looks for it
  public boolean revive() throws IOException {
    if (Postmaster.running(data).isPresent()) {
      return false;
    }
    try (HomeLock _ = HomeLock.take(lock(folder), JOIN)) {
      if (closed.get() || Postmaster.running(data).isPresent()) {
        return false;
      }
      Postmaster server = new PostgresServer(home, folder).open(seat, password);
      if (server.port() != port) {
        throw new IOException(
            "PostgreSQL had died, and its port " + port + " is taken: start this program anew");
      }
      return true;
    }
  }

  /// Why the server broke connections off since it was joined, or since this last told a reason, by
  /// its own log; empty if it did not.
  public Optional<String> trouble() {
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
    // The seat goes in any case: a server without seats stops, whether somebody waits or not.
    try (seat;
        HomeLock _ = HomeLock.take(lock(folder), LEAVE)) {
      seat.close();
      Optional<Postmaster> server = Postmaster.running(data);
      if (server.isPresent() && !seat.hasCompany()) {
        awaitEnd(server.get());
      }
    }
  }

  private static void awaitEnd(Postmaster server) throws IOException {
    if (!server.awaitEnd(Patience.of(LEAVE.dividedBy(2)))) {
      // Nobody watches it any more.
      server.interrupt();
      server.awaitEnd(Patience.of(LEAVE.dividedBy(2)));
    }
  }
}
