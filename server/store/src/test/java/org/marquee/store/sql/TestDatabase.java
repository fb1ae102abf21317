package org.marquee.store.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.embedded.ThrowawayServer;

/// An empty database of a test's own.
///
/// All come from one [ThrowawayServer], which goes when the tests end; or from the server that the
/// environment variable or system property `MARQUEE_TEST_DATABASE` names by a JDBC URL with an
/// account that may create databases.
@NullMarked
public record TestDatabase(String jdbcUrl, String user, String password) {
  private static final String EXTERNAL = "MARQUEE_TEST_DATABASE";
  private static @Nullable TestDatabase server;
  private static @Nullable String template;

  /// The databases that each thread has made and not dropped yet.
  private static final Map<Thread, List<TestDatabase>> MADE = new ConcurrentHashMap<>();

  /// A new, empty database.
  public static TestDatabase fresh() {
    return server().create("template0");
  }

  /// A new database as `migration` leaves an empty one. The migration runs once for all tests; what
  /// follows are copies, which take a few dozen milliseconds.
  public static synchronized TestDatabase migrated(Migration migration) {
    if (template == null) {
      TestDatabase first = fresh().lasting();
      first.run(migration);
      template = first.name();
    }
    return server().create(template);
  }

  /// Drops all databases that this thread has made, whoever is still connected to them. A class of
  /// tests runs on one thread; [TestDatabases] calls this when it is over.
  static void dropAllOfThisThread() {
    List<TestDatabase> made = MADE.remove(Thread.currentThread());
    if (made != null) {
      made.forEach(
          each -> server().execute("drop database if exists " + each.name() + " with (force)"));
    }
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

  /// This one stays when the class of tests that made it is over: others use it too.
  public TestDatabase lasting() {
    MADE.getOrDefault(Thread.currentThread(), new ArrayList<>()).remove(this);
    return this;
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

  /// Lets everybody in again.
  public void reopen() {
    server().execute("alter database " + name() + " allow_connections true");
  }

  /// Puts another database under the name of this one, which was [#shut]. Nobody may be connected
  /// to the other one.
  public void giveWayTo(TestDatabase other) {
    server().execute("alter database " + name() + " rename to " + name() + "_gone");
    server().execute("alter database " + other.name() + " rename to " + name());
  }

  /// The JDBC URL with the account in it.
  public String url() {
    return jdbcUrl
        + (jdbcUrl.contains("?") ? "&" : "?")
        + "user="
        + URLEncoder.encode(user, StandardCharsets.UTF_8)
        + "&password="
        + URLEncoder.encode(password, StandardCharsets.UTF_8);
  }

  public void execute(String sql) {
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
      // Half the time that the log of a copy takes; the server of the tests never needs the log.
      statement.execute("create database " + name + " template " + from + " strategy = file_copy");
    } catch (SQLException e) {
      throw new IllegalStateException("no database for the test", e);
    }
    TestDatabase made =
        new TestDatabase(jdbcUrl.replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1"), user, password);
    MADE.computeIfAbsent(Thread.currentThread(), _ -> new ArrayList<>()).add(made);
    return made;
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
      ThrowawayServer server = ThrowawayServer.start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
      return new TestDatabase(server.jdbcUrl(), server.user(), server.password());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void stop(ThrowawayServer server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
