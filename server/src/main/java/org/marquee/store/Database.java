package org.marquee.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Secrets;
import org.postgresql.Driver;

/// The database that everything is kept in, migrated to what this program needs.
///
/// Ways in: [#pool], for many short reads and small changes, [#connect], a connection of one's own
/// for an import, and [#copies], for who keeps a copy of everything.
public final class Database implements AutoCloseable {
  /// Readers wait so long for a connection before they are told that the data cannot be reached.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /// No page takes anywhere near as long; a reader that does is stuck.
  private static final Duration LONGEST_READ = Duration.ofSeconds(10);

  private static final String ROOM_TO_SORT =
      "set work_mem = '64MB'; set temp_buffers = '64MB'; set jit = off";

  private static final int READERS = 16;
  private static final int RESERVED = 2;
  private static final int COPYING = 1;

  private final Address address;
  private final HikariDataSource pool;
  private final HikariDataSource reserve;
  private final HikariDataSource copies;

  private Database(Address address) {
    this.address = address;
    this.pool = new HikariDataSource(reading(address, "readers", READERS));
    this.reserve = new HikariDataSource(reading(address, "reserve", RESERVED));
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

    /// The URL without its parameters, and without what stands before the host: either may hold a
    /// password.
    @Override
    public String toString() {
      return Secrets.masked(url.split("[?&;]", 2)[0]);
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

  /// Whether our tables are there, of this version or another one. Makes and changes nothing.
  ///
  /// @throws DatabaseUnreachable if there is no such database, or it cannot be asked
  public static boolean hasTables(Address address) {
    try (Connection connection = DriverManager.getConnection(address.url(), address.properties())) {
      return Migrations.haveBegun(connection);
    } catch (SQLException e) {
      throw new DatabaseUnreachable(
          "cannot use the database " + address + ": " + e.getMessage(), e);
    }
  }

  private static HikariConfig reading(Address address, String name, int most) {
    // The best plan depends on the cinema, the film and the window; planning takes a fraction of a
    // millisecond.
    HikariConfig config =
        pooling(
            address,
            name,
            most,
            "set plan_cache_mode = force_custom_plan; set jit = off; set statement_timeout = "
                + LONGEST_READ.toMillis());
    config.addDataSourceProperty("socketTimeout", Long.toString(LONGEST_READ.toSeconds() + 5));
    return config;
  }

  private static HikariConfig pooling(Address address, String name, int most, String settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(address.url());
    config.setDataSourceProperties(address.properties());
    config.setConnectionInitSql(settings);
    config.setMaximumPoolSize(most);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setValidationTimeout(PATIENCE.toMillis() / 2);
    config.setInitializationFailTimeout(-1);
    return config;
  }

  /// Two connections that readers cannot take, however many they are: for what must not wait behind
  /// them.
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
    return DriverManager.getConnection(address.url(), properties);
  }

  /// Where it is, without secrets.
  @Override
  public String toString() {
    return address.toString();
  }

  @Override
  public void close() {
    pool.close();
    reserve.close();
    copies.close();
  }
}
