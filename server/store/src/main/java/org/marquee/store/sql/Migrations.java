package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.postgresql.ds.PGSimpleDataSource;

/// Brings the tables forward to what this program needs, never back. A database that a newer
/// program has brought further is used only if that program allowed older ones, and one of an older
/// build not at all: its first migration was another one.
final class Migrations {
  /// The newest file under `db/migration`.
  static final int NEWEST = 5;

  /// What Flyway notes of the first migration, `V1__schema.sql`: older builds had another one. The
  /// file never changes, not even a comment of it: Flyway would refuse the homes that it made.
  private static final int FIRST = 644_835_004;

  /// What it noted before a comment of the file was changed once.
  static final int FIRST_OF_OTHER_COMMENT = 1_709_452_539;

  /// An import that is under way has its tables; it is waited for, but not for ever.
  private static final String LIMITS = "set lock_timeout = '5min'";

  private static final int LOGIN_SECONDS = 20;

  /// The table by which Flyway knows which migrations ran. Each database has its own.
  static final String HISTORY = "flyway_schema_history";

  /// The first migration of every version makes it.
  static final String OURS = "showtime";

  private Migrations() {}

  static void bringUpToDate(Connection connection, Database.Address address) throws SQLException {
    if (hasTables(connection) && check(connection, address) >= NEWEST) {
      return;
    }
    Readiness.checkFree(connection, address);
    Readiness.checkRights(connection, address);
    if (hasTables(connection)) {
      Sql.of("update flyway_schema_history set checksum = :first where checksum = :other")
          .bind("first", FIRST)
          .bind("other", FIRST_OF_OTHER_COMMENT)
          .run(connection);
    }
    try {
      flyway(address).load().migrate();
    } catch (FlywayException e) {
      throw new DatabaseUnreachable(
          "the tables of " + address + " cannot be brought up to date: " + e.getMessage(), e);
    }
  }

  /// What every migration of the tables has in common.
  static FluentConfiguration flyway(Database.Address address) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(address.url());
    source.setLoginTimeout(LOGIN_SECONDS);
    // Null would remove the value of the URL.
    if (address.user() != null) {
      source.setUser(address.user());
    }
    if (address.password() != null) {
      source.setPassword(address.password());
    }
    return Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(source)
        .initSql(LIMITS)
        .locations("classpath:db/migration")
        .validateMigrationNaming(true);
  }

  /// Checks that this program may use the tables as they are now. Two short queries, where asking
  /// Flyway takes half a second of every command.
  ///
  /// @return the newest migration that they have
  /// @throws RefusedDatabase if this program would not understand them
  static int check(Connection connection, Database.Address address) throws SQLException {
    int stored = newest(connection);
    if (stored > 0 && !isOurs(connection)) {
      throw RefusedDatabase.olderBuild(address);
    }
    if (stored > NEWEST && oldestProgram(connection) > NEWEST) {
      throw new RefusedDatabase(
          "the database %s belongs to a newer Marquee: its tables have version %d, and this program supports up to version %d. Use the newer program, or restore a backup from before the upgrade"
              .formatted(address, stored, NEWEST));
    }
    return stored;
  }

  /// Whether the tables are there, of whichever version. Other programs may use Flyway too.
  static boolean hasTables(Connection connection) throws SQLException {
    return has(connection, HISTORY) && has(connection, OURS);
  }

  private static boolean has(Connection connection, String table) throws SQLException {
    return Sql.of(
                "select count(*) from pg_class where relname = :table and pg_table_is_visible(oid)")
            .bind("table", table)
            .number(connection)
        > 0;
  }

  private static boolean isOurs(Connection connection) throws SQLException {
    return Sql.of(
                "select count(*) from flyway_schema_history"
                    + " where version = '1' and checksum in (:first, :other)")
            .bind("first", FIRST)
            .bind("other", FIRST_OF_OTHER_COMMENT)
            .number(connection)
        > 0;
  }

  static int newest(Connection connection) throws SQLException {
    return (int)
        Sql.of(
                "select coalesce(max(version::integer), 0) from flyway_schema_history where success"
                    + " and version ~ '^[0-9]+$'")
            .number(connection);
  }

  /// By its newest migration. A database without that entry is for the newer program only.
  private static int oldestProgram(Connection connection) throws SQLException {
    return has(connection, "compatibility")
        ? (int)
            Sql.of("select coalesce(max(oldest_program), 2147483647) from compatibility")
                .number(connection)
        : Integer.MAX_VALUE;
  }
}
