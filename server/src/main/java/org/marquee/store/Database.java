package org.marquee.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/// The database that everything is kept in, migrated to what this program needs.
///
/// Ways in: [#pool], for many short reads and small changes, [#connect], a connection of one's own
/// for an import, and [#copies], for who keeps a copy of everything.
public final class Database implements AutoCloseable {
  /// Readers wait so long for a connection before they are told that the data cannot be reached.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /// No page takes anywhere near as long; a reader that does is stuck. A request is given up
  /// together with it (docs/operations.md).
  private static final Duration LONGEST_READ = Duration.ofSeconds(3);

  /// What the reserve is for may have to go through a long history.
  private static final Duration LONGEST_IN_RESERVE = Duration.ofSeconds(10);

  /// A connection that is silent for longer is dead, unless it was told to be more patient.
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);

  private static final String ROOM_TO_SORT =
      "set work_mem = '64MB'; set temp_buffers = '64MB'; set jit = off";

  private static final int READERS = 16;
  private static final int RESERVED = 2;
  private static final int COPYING = 1;

  private final Address address;
  private final HikariDataSource pool;
  private final HikariDataSource reserve;
  private final HikariDataSource copies;
  private final List<PromptConnection> prompt = new CopyOnWriteArrayList<>();

  private Database(Address address) {
    this.address = address;
    this.pool = new HikariDataSource(reading(address, "readers", READERS, LONGEST_READ));
    this.reserve = new HikariDataSource(reading(address, "reserve", RESERVED, LONGEST_IN_RESERVE));
    this.copies = new HikariDataSource(pooling(address, "copies", COPYING, ROOM_TO_SORT));
  }

  /// Where a database is.
  ///
  /// @param url a JDBC URL, which may hold user and password as parameters
  public record Address(String url, @Nullable String user, @Nullable String password) {
    Properties properties() {
      Properties properties = new Properties();
      if (user != null) {
        properties.setProperty("user", user);
      }
      if (password != null) {
        properties.setProperty("password", password);
      }
      properties.setProperty("ApplicationName", "marquee");
      properties.setProperty("connectTimeout", "5");
      properties.setProperty("tcpKeepAlive", "true");
      return properties;
    }

    /// The URL without what follows the question mark, where a password may stand.
    @Override
    public String toString() {
      int parameters = url.indexOf('?');
      return parameters < 0 ? url : url.substring(0, parameters);
    }
  }

  /// Whether the driver can make out where `url` leads; nothing is asked there.
  public static boolean isUrl(String url) {
    return Driver.parseURL(url, null) != null;
  }

  /// Connects and brings the tables up to date.
  ///
  /// @throws DatabaseUnreachable if there is no such database, or it cannot be used; the message
  ///   says why
  public static Database open(Address address) {
    try (Connection first = DriverManager.getConnection(address.url(), address.properties())) {
      Migrations.bringUpToDate(first, address);
    } catch (SQLException e) {
      throw new DatabaseUnreachable(
          "cannot use the database " + address + ": " + e.getMessage(), e);
    }
    return new Database(address);
  }

  private static HikariConfig reading(Address address, String name, int most, Duration longest) {
    // The best plan depends on the cinema, the film and the window; planning takes a fraction of a
    // millisecond.
    HikariConfig config =
        pooling(
            address,
            name,
            most,
            "set plan_cache_mode = force_custom_plan; set jit = off; set statement_timeout = "
                + longest.toMillis());
    config.addDataSourceProperty("socketTimeout", Long.toString(longest.toSeconds() + 1));
    return config;
  }

  private static HikariConfig pooling(Address address, String name, int most, String settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(address.url());
    config.setDataSourceProperties(address.properties());
    config.addDataSourceProperty("socketTimeout", Long.toString(LONGEST_SILENCE.toSeconds()));
    config.setConnectionInitSql(settings);
    config.setMaximumPoolSize(most);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setValidationTimeout(PATIENCE.toMillis() / 4);
    config.setInitializationFailTimeout(-1);
    return config;
  }

  /// Two connections that readers cannot take, however many they are: for what must not wait behind
  /// them, such as the lease of the node that collects.
  public DataSource reserve() {
    return reserve;
  }

  /// Connections for short work, each statement a transaction unless told otherwise.
  public DataSource pool() {
    return pool;
  }

  /// A connection with room to sort and no limit of time, kept from one time to the next: a new one
  /// has to find its way through the database's memory again, which takes longer than to copy what
  /// a small import has changed.
  DataSource copies() {
    return copies;
  }

  /// A connection of one's own, with room to sort and no limit of time.
  Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(address.url(), address.properties());
    Sql.of(ROOM_TO_SORT).run(connection);
    return connection;
  }

  /// A bare connection of one's own, if there is one to be had in so many seconds.
  Connection connectWithin(int seconds) throws SQLException {
    Properties properties = address.properties();
    properties.setProperty("loginTimeout", Integer.toString(seconds));
    // Without it the driver's thread would wait for a login that hangs, for ever.
    properties.setProperty("socketTimeout", Integer.toString(seconds));
    return DriverManager.getConnection(address.url(), properties);
  }

  /// A connection for short questions that must be answered in time. It is closed with this.
  PromptConnection prompt() {
    PromptConnection connection = new PromptConnection(this);
    prompt.add(connection);
    return connection;
  }

  /// Where it is, without secrets.
  @Override
  public String toString() {
    return address.toString();
  }

  @Override
  public void close() {
    prompt.forEach(PromptConnection::close);
    pool.close();
    reserve.close();
    copies.close();
  }
}
