package org.marquee.store.sql;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// [Connections] as a pool asks for them.
final class CurrentAddress implements DataSource {
  private static final int SECONDS = 5;

  private final Connections connections;
  private final Properties more;
  private volatile int loginTimeout = SECONDS;

  /// @param more properties of the driver beside those of the address; they may still change
  CurrentAddress(Connections connections, Properties more) {
    this.connections = connections;
    this.more = more;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connections.open(loginTimeout, more);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("user and password are part of the address");
  }

  /// @param seconds how long connecting and logging in may take together
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeout = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeout;
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("not a " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
