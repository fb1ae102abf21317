package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;

/// Statements on one connection, and their result.
public interface Work<T> {
  T on(Connection connection) throws SQLException;
}
