package org.marquee.embedded;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import org.marquee.embedded.PostgresServer.Condition;

/// Asks a server on this machine for a new connection, mostly as far as its request for the
/// password: none is given. Only a server that starts processes and reads its tables gets that far,
/// and it costs far less than to log in.
final class LoginProbe {
  /// SQLSTATE `cannot_connect_now`: it starts, recovers or stops.
  private static final String NOT_NOW = "57P03";

  /// SQLSTATE of the class `connection_exception` that the driver gives where the server asks for
  /// the password.
  private static final String NO_PASSWORD = "08004";

  private LoginProbe() {}

  /// Tries until there is an answer or the time is over: open, starting or silent.
  static Condition at(int port, Duration limit) throws IOException {
    Timeout timeout = Timeout.of(limit);
    Condition answer = now(port, limit);
    while (answer == Condition.SILENT && !timeout.isOver()) {
      // Nobody listens there yet, or the process that answers was killed.
      timeout.pause();
      answer = now(port, timeout.left());
    }
    return answer;
  }

  /// Tries once: silence also where nobody listens.
  ///
  /// @param limit counts in whole seconds
  static Condition now(int port, Duration limit) {
    String seconds = Long.toString(Math.max(1, limit.toSeconds()));
    Properties properties = new Properties();
    properties.setProperty("user", EmbeddedPostgres.USER);
    properties.setProperty("connectTimeout", seconds);
    properties.setProperty("socketTimeout", seconds);
    properties.setProperty("sslmode", "disable");
    properties.setProperty("gssEncMode", "disable");
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    try (Connection _ = DriverManager.getConnection(url, properties)) {
      return Condition.OPEN;
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      if (state.equals(NOT_NOW)) {
        return Condition.STARTING;
      }
      return state.startsWith("08") && !state.equals(NO_PASSWORD)
          ? Condition.SILENT
          : Condition.OPEN;
    }
  }

  /// The value of a setting of a server that knows the password; empty where it has none, or does
  /// not let us in.
  static String setting(int port, String password, String name) {
    String url =
        "jdbc:postgresql://127.0.0.1:"
            + port
            + "/postgres?requireAuth=scram-sha-256&loginTimeout=20";
    try (Connection connection = DriverManager.getConnection(url, EmbeddedPostgres.USER, password);
        Statement asking = connection.createStatement();
        ResultSet row = asking.executeQuery("select current_setting('" + name + "', true)")) {
      return row.next() ? Objects.requireNonNullElse(row.getString(1), "") : "";
    } catch (SQLException _) {
      return "";
    }
  }
}
