package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;

/// Statements on one connection, and their result.
public interface Work<T> {
  T on(Connection connection) throws SQLException;

  /// Opens a connection.
  interface Opening {
    Connection open() throws SQLException;
  }

  /// The result on a connection that is opened for it and closed.
  ///
  /// @param failing what to throw where the database fails
  static <T> T on(Opening opening, Function<SQLException, RuntimeException> failing, Work<T> work) {
    try (Connection connection = opening.open()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw failing.apply(e);
    }
  }
}
