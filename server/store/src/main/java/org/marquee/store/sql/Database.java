package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.marquee.notice.Secrets;
import org.postgresql.Driver;

/// The database that everything is kept in, migrated to what this program needs.
///
/// Ways in: [#pool], for many short reads and small changes, [#connect], a connection of one's own
/// for an import, and [#copies], for who keeps a copy of everything.
public final class Database implements AutoCloseable {
  /// How long an import waits for others before it gives up, by default.
  public static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  private final Actor actor;
  private final Connections connections;
  private final LongConnections longConnections;
  private final Pools pools;
  private final List<PromptConnection> prompt = new CopyOnWriteArrayList<>();

  private Database(Connections connections, Duration longestWait, Actor actor) {
    this.actor = actor;
    this.connections = connections;
    this.longConnections = new LongConnections(connections, longestWait);
    this.pools = Pools.of(connections);
  }

  private Database(Database same, Actor actor) {
    this.actor = actor;
    connections = same.connections;
    longConnections = same.longConnections;
    pools = same.pools;
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
      if (hasSeveralHosts()) {
        // The next host is asked soon where one hangs, and the one that hangs not for a while.
        properties.setProperty("connectTimeout", "2");
        properties.setProperty("sslResponseTimeout", "1000");
        properties.setProperty("hostRecheckSeconds", "60");
      } else {
        properties.setProperty("connectTimeout", "5");
      }
      properties.setProperty("tcpKeepAlive", "true");
      properties.setProperty("socketFactory", Keepalive.class.getName());
      return properties;
    }

    boolean hasSeveralHosts() {
      return url.split("[?&;]", 2)[0].contains(",");
    }

    /// The URL without its parameters, and without what stands before the host: either may hold a
    /// password.
    @Override
    public String toString() {
      return Secrets.masked(url.split("[?&;]", 2)[0]);
    }
  }

  /// The version of the tables that this program makes and needs.
  public static int tablesVersion() {
    return Migrations.NEWEST;
  }

  /// Whether the driver can make out where `url` leads; nothing is asked there.
  public static boolean isUrl(String url) {
    return Driver.parseURL(url, null) != null;
  }

  /// Whether our tables are there, of this version or another one. Makes and changes nothing.
  ///
  /// @throws DatabaseUnreachable if there is no such database, or it cannot be asked
  public static boolean hasTables(Address address) {
    return Connections.look(address, Migrations::hasTables);
  }

  /// Connects, brings the tables up to date, and goes on connecting to wherever the database is by
  /// then.
  ///
  /// @param address asked for each new connection
  /// @param longestWait how long an import waits for others before it gives up
  /// @param actor who makes all changes by it
  /// @throws DatabaseUnreachable if there is no such database, or it cannot be used; the message
  ///   says why
  public static Database open(Supplier<Address> address, Duration longestWait, Actor actor) {
    Connections connections = new Connections(address);
    connections.openFirst();
    return new Database(connections, longestWait, actor);
  }

  /// A database that [#check] connects to. Until that succeeds, the database cannot be reached.
  ///
  /// @param address asked for each new connection
  /// @param longestWait how long an import waits for others before it gives up
  /// @param actor who makes all changes by it
  public static Database unopened(Supplier<Address> address, Duration longestWait, Actor actor) {
    return new Database(new Connections(address), longestWait, actor);
  }

  /// Who makes all changes by it.
  public Actor actor() {
    return actor;
  }

  /// This database with its connections, for changes that somebody else makes. It need not be
  /// closed.
  public Database by(Actor other) {
    return new Database(this, other);
  }

  /// Whether it was reached, and the tables were up to date.
  public boolean isOpened() {
    return connections.isOpened();
  }

  /// Two connections that readers cannot take, however many they are: for what must not wait behind
  /// them, such as the lease of the node that collects.
  public DataSource reserve() {
    return pools.reserve();
  }

  /// Connections for short work, each statement a transaction by default.
  public DataSource pool() {
    return pools.readers();
  }

  /// A connection with room to sort and no limit of time, kept from one time to the next: a new one
  /// has to find its way through the database's memory again, which takes longer than to copy what
  /// a small import has changed.
  public DataSource copies() {
    return pools.copies();
  }

  /// [#connect(String)] for what nobody waits for. [ActiveSessions] does not list it.
  public Connection connect() throws SQLException {
    return connect("");
  }

  /// A connection of one's own for an import or something as long, with room to sort.
  ///
  /// The server ends what it began where its network dies, or where the program stands still, so
  /// that others need not wait for it ([RevisionLock]).
  ///
  /// @param purpose by which others know it in `pg_stat_activity`
  public Connection connect(String purpose) throws SQLException {
    return longConnections.open(purpose);
  }

  /// As [#connect(String)], for an import that gives the connection back ([#giveBack]) where it can
  /// be used again: then it may be one that another import has used, with empty temporary tables.
  public Connection connectAgain(String purpose) throws SQLException {
    return longConnections.take(purpose);
  }

  /// Takes back a connection that is in order, for the next import.
  public void giveBack(Connection connection) {
    longConnections.giveBack(connection);
  }

  /// A bare connection of one's own, if there is one to be had in so many seconds.
  public Connection connectWithin(int seconds) throws SQLException {
    // Without it the driver waits for a login that hangs, for ever.
    Properties prompt = new Properties();
    prompt.setProperty("socketTimeout", Integer.toString(seconds));
    return connections.open(seconds, prompt);
  }

  /// Asks whether the database answers and whether this program may still use it, on a connection
  /// that does nothing else. The first time it brings the tables up to date. From the moment that
  /// it may not, all readers get an error.
  ///
  /// @throws DatabaseUnreachable if it does not answer, or a newer program has taken it over; the
  ///   message says why
  public void check() {
    if (!connections.isOpened()) {
      // It was asked for all that a check asks for, and had longer to answer.
      connections.openFirst();
      return;
    }
    try {
      connections.check();
    } catch (RefusedDatabase e) {
      renew();
      throw e;
    }
  }

  /// Whether the last check found a database that takes no changes, such as a standby.
  public boolean isReadOnly() {
    return connections.isReadOnly();
  }

  /// Drops the connections that are open, each when it is given back: the server behind them is
  /// gone.
  public void renew() {
    pools.renew();
    longConnections.renew();
    prompt.forEach(PromptConnection::renew);
    connections.close();
  }

  /// A connection for short questions that must be answered in time. It is closed with this.
  public PromptConnection prompt() {
    PromptConnection connection = new PromptConnection(this);
    prompt.add(connection);
    return connection;
  }

  /// Where it is, without secrets.
  @Override
  public String toString() {
    return connections.address().toString();
  }

  @Override
  public void close() {
    prompt.forEach(PromptConnection::close);
    pools.close();
    longConnections.close();
    connections.close();
  }
}
