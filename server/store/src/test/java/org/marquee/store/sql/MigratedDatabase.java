package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.NullMarked;

/// A database of a test's own with all tables in it.
@NullMarked
public final class MigratedDatabase {
  private MigratedDatabase() {}

  /// A new one that nobody is connected to.
  public static TestDatabase create() {
    return TestDatabase.migrated(template -> open(template).close());
  }

  public static Database open() {
    return open(create());
  }

  /// On a busy machine the first connection of a pool may take longer than its readers wait for
  /// one: it is made here.
  public static Database open(TestDatabase test) {
    Database database = open(address(test));
    for (int more = 10; ; more--) {
      try (Connection _ = database.pool().getConnection()) {
        return database;
      } catch (SQLException e) {
        if (more == 0) {
          throw new IllegalStateException("a new database gives no connection", e);
        }
      }
    }
  }

  public static Database open(Database.Address address) {
    return Database.open(() -> address, Database.LONGEST_WAIT, Actor.here("marquee"));
  }

  public static Database.Address address(TestDatabase test) {
    return new Database.Address(test.jdbcUrl(), test.user(), test.password());
  }
}
