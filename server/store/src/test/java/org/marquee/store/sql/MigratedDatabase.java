package org.marquee.store.sql;

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

  public static Database open(TestDatabase test) {
    return open(address(test));
  }

  public static Database open(Database.Address address) {
    return Database.open(() -> address, Database.LONGEST_WAIT, Actor.here("marquee"));
  }

  public static Database.Address address(TestDatabase test) {
    return new Database.Address(test.jdbcUrl(), test.user(), test.password());
  }
}
