package org.marquee.store.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.embedded.EmbeddedPostgres;

/// An empty database of a test's own.
///
/// All come from one embedded server in a temporary home, which goes when the tests end; or from
/// the server that the environment variable or system property `MARQUEE_TEST_DATABASE` names by a
/// JDBC URL with an account that may create databases.
@NullMarked
public record TestDatabase(String jdbcUrl, String user, String password) {
  private static final String EXTERNAL = "MARQUEE_TEST_DATABASE";
  private static final int CONNECTIONS = 500;
  private static @Nullable TestDatabase server;
  private static @Nullable String template;

  /// A new, empty database.
  public static TestDatabase fresh() {
    return server().create("template0");
  }

  /// A new database as `migration` leaves an empty one. The migration runs once for all tests; what
  /// follows are copies, which take a few dozen milliseconds.
  public static synchronized TestDatabase migrated(Migration migration) {
    if (template == null) {
      TestDatabase first = fresh();
      first.run(migration);
      template = first.name();
    }
    return server().create(template);
  }

  /// What brings an empty database to the current schema. It must leave no connection open.
  @FunctionalInterface
  public interface Migration {
    void run(TestDatabase database) throws SQLException;
  }

  /// A database with the same content. Nobody may be connected to this one.
  public TestDatabase copy() {
    return server().create(name());
  }

  /// Cuts everybody off from this database, and lets nobody in again.
  public void shut() {
    server().execute("alter database " + name() + " allow_connections false");
    server()
        .execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '"
                + name()
                + "'");
  }

  /// Puts another database under the name of this one, which was [#shut]. Nobody may be connected
  /// to the other one.
  public void giveWayTo(TestDatabase other) {
    server().execute("alter database " + name() + " rename to " + name() + "_gone");
    server().execute("alter database " + other.name() + " rename to " + name());
  }

  private void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /// A connection to this database; close it.
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, user, password);
  }

  private void run(Migration migration) {
    try {
      migration.run(this);
    } catch (SQLException e) {
      throw new IllegalStateException("the migration failed", e);
    }
  }

  private TestDatabase create(String from) {
    String name = "test_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name + " template " + from);
    } catch (SQLException e) {
      throw new IllegalStateException("no database for the test", e);
    }
    return new TestDatabase(
        jdbcUrl.replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1"), user, password);
  }

  private String name() {
    return jdbcUrl.replaceFirst(".*/([^/?]*)(\\?.*)?$", "$1");
  }

  private static synchronized TestDatabase server() {
    if (server == null) {
      String external = System.getProperty(EXTERNAL, System.getenv().getOrDefault(EXTERNAL, ""));
      server = external.isEmpty() ? embedded() : external(external);
    }
    return server;
  }

  private static TestDatabase external(String url) {
    return new TestDatabase(url, parameter(url, "user"), parameter(url, "password"));
  }

  /// The value of a parameter in the URL; empty if it is not there.
  private static String parameter(String url, String name) {
    Matcher found = Pattern.compile("[?&]" + name + "=([^&]*)").matcher(url);
    return found.find() ? URLDecoder.decode(found.group(1), StandardCharsets.UTF_8) : "";
  }

  private static TestDatabase embedded() {
    try {
      Path home = Files.createTempDirectory("marquee-test-");
      allowManyConnections(home);
      EmbeddedPostgres postgres = EmbeddedPostgres.join(home);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(postgres, home)));
      return new TestDatabase(postgres.jdbcUrl(), postgres.user(), postgres.password());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Classes that run side by side have nodes and pools of their own. The server reads the setting
  /// when it starts.
  private static void allowManyConnections(Path home) throws IOException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.join(home);
        Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement()) {
      statement.execute("alter system set max_connections = " + CONNECTIONS);
    } catch (SQLException e) {
      throw new IllegalStateException("the server of the tests cannot be set up", e);
    }
  }

  private static void stop(EmbeddedPostgres postgres, Path home) {
    try {
      stopAtOnce(home);
      postgres.close();
      delete(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Nothing of it is to be kept, so the server need not write down what it holds: after many tests
  /// that takes longer than a build waits for its tests to end.
  private static void stopAtOnce(Path home) throws IOException {
    String pid = Files.readAllLines(home.resolve("pgdata-18/postmaster.pid")).getFirst();
    try {
      new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
