package org.marquee.store.sql;

import org.jspecify.annotations.NullMarked;

/// A database of a test's own with all tables in it.
@NullMarked
public final class MigratedDatabase {
  private MigratedDatabase() {}

  public static Database open() {
    TestDatabase test = TestDatabase.migrated(template -> Database.open(address(template)).close());
    return Database.open(address(test));
  }

  public static Database.Address address(TestDatabase test) {
    return new Database.Address(test.jdbcUrl(), test.user(), test.password());
  }
}
