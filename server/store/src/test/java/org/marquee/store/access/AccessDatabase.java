package org.marquee.store.access;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;

/// A database for the tests of a class, without organizations and keys at the start of each test.
@NullMarked
final class AccessDatabase implements BeforeEachCallback, AfterAllCallback {
  private final Database database = MigratedDatabase.open();

  DataSource pool() {
    return database.pool();
  }

  PostgresRegisters registers() {
    return new PostgresRegisters(database);
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = pool().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void beforeEach(ExtensionContext test) throws SQLException {
    execute("truncate organization cascade; update access_revision set n = 0");
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    database.close();
  }
}
