package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/// Opens connections to wherever the database is at that moment, as long as this program may use
/// it: an embedded server that was replaced may have another port, and a newer program may take a
/// database over while this one runs.
public final class Connections {
  /// Logging in to a server that answers takes milliseconds; one behind a bad network seconds.
  private static final int LOGIN_SECONDS = 20;

  private static final int FIRST_ANSWER_MILLIS = 30_000;

  /// A database that answers takes milliseconds.
  private static final int CHECK_SECONDS = 2;

  /// How long one of several hosts may take for an answer during a login.
  private static final int HOST_SECONDS = 2;

  /// How long an answer may take, in seconds; 0 is no limit.
  private static final String SILENCE = "socketTimeout";

  private final Supplier<Database.Address> address;

  /// Why this program must not use the database; null: it may.
  private volatile @Nullable String refusal = "the database has not been reached since the start";

  private volatile boolean opened;

  private volatile boolean readOnly;

  /// Does nothing else; null while there is none.
  private @Nullable Connection checking;

  Connections(Supplier<Database.Address> address) {
    this.address = address;
  }

  Database.Address address() {
    return address.get();
  }

  /// A new connection.
  ///
  /// @param seconds how long connecting and logging in may take together
  /// @param more properties of the driver, beside those of the address
  Connection open(int seconds, Properties more) throws SQLException {
    refuseIfTakenOver();
    return connect(seconds, more);
  }

  /// New connections, as a pool asks for them.
  ///
  /// @param more properties of the driver beside those of the address; they may still change
  DataSource forPool(Properties more) {
    return new PGSimpleDataSource() {
      private static final long serialVersionUID = 1;

      @Override
      public Connection getConnection() throws SQLException {
        return Connections.this.open(getLoginTimeout(), more);
      }
    };
  }

  /// @throws SQLException if this program must not use the database; the message says why
  void refuseIfTakenOver() throws SQLException {
    String why = refusal;
    if (why != null) {
      throw new SQLException(why);
    }
  }

  /// A new connection, whether this program may use the tables or not.
  ///
  /// The driver gives up waiting for a login after `seconds`, but the login itself would hang for
  /// ever, and never come to the next host: each answer of the server has a limit of its own.
  Connection connect(int seconds, Properties more) throws SQLException {
    Database.Address now = address.get();
    Properties properties = now.properties();
    properties.putAll(more);
    properties.setProperty("loginTimeout", Integer.toString(seconds));
    properties.setProperty(
        SILENCE, Integer.toString(now.hasSeveralHosts() ? HOST_SECONDS : seconds));
    Connection connection = DriverManager.getConnection(now.url(), properties);
    int silence = Integer.parseInt(more.getProperty(SILENCE, "0"));
    connection.setNetworkTimeout(Runnable::run, silence * 1000);
    return connection;
  }

  /// Connects for the first time, and brings the tables up to date. Until then [#open] fails.
  ///
  /// @throws DatabaseUnreachable if that is not possible; the message says why
  void openFirst() {
    Database.Address now = address.get();
    try (Connection first = openAnyway()) {
      Pooling.check(this, first);
      Readiness.checkEncoding(first, now);
      Migrations.bringUpToDate(first, now);
      readOnly = isReadOnly(first);
    } catch (SQLException e) {
      throw unreachable(now, e);
    }
    refusal = null;
    opened = true;
  }

  /// Has a first look at a database, whether this program may use it or not.
  ///
  /// @throws DatabaseUnreachable if there is no such database, or it cannot be asked; the message
  ///   says why
  static <T> T look(Database.Address address, Work<T> work) {
    return Work.on(new Connections(() -> address)::openAnyway, e -> unreachable(address, e), work);
  }

  private static DatabaseUnreachable unreachable(Database.Address address, SQLException e) {
    return new DatabaseUnreachable("cannot use the database " + address + ": " + Outage.why(e), e);
  }

  /// A connection for a first look.
  private Connection openAnyway() throws SQLException {
    Connection connection = connect(LOGIN_SECONDS, new Properties());
    connection.setNetworkTimeout(Runnable::run, FIRST_ANSWER_MILLIS);
    return connection;
  }

  /// Whether [#openFirst] has succeeded.
  boolean isOpened() {
    return opened;
  }

  /// Asks whether the database answers, and whether this program may still use it. From the moment
  /// that it may not, [#open] fails, until it may again.
  ///
  /// @throws DatabaseUnreachable if it does not answer, or may not be used; the message says why
  synchronized void check() {
    try {
      Connection open = checking;
      if (open == null) {
        open = connect(CHECK_SECONDS, new Properties());
        checking = open;
        open.setNetworkTimeout(Runnable::run, CHECK_SECONDS * 1000);
      }
      Migrations.check(open, address.get());
      readOnly = isReadOnly(open);
      refusal = null;
    } catch (RefusedDatabase e) {
      refusal = e.getMessage();
      throw e;
    } catch (SQLException e) {
      close();
      throw new DatabaseUnreachable(
          (Outage.is(e)
                  ? "the database does not answer: "
                  : "the database answers, but not with our data: ")
              + Outage.line(e),
          e);
    }
  }

  private static boolean isReadOnly(Connection connection) throws SQLException {
    return Sql.of("show transaction_read_only")
        .list(connection, row -> row.getBoolean(1))
        .getFirst();
  }

  /// Whether the last look found a database that takes no changes, such as a standby.
  boolean isReadOnly() {
    return readOnly;
  }

  synchronized void close() {
    Connection open = checking;
    checking = null;
    if (open != null) {
      cut(open);
    }
  }

  /// Aborts a connection at once. Closing it would wait for a thread that reads from it.
  public static void cut(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException _) {
      // It is of no use any more, open or not.
    }
  }
}
