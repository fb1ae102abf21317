package org.marquee.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.ds.PGSimpleDataSource;

/// Brings the tables forward to what this program needs, never back.
final class Migrations {
  /// The newest file under `db/migration`.
  private static final String NEWEST = "12";

  private Migrations() {}

  static void bringUpToDate(Connection connection, Database.Address address) throws SQLException {
    if (isUpToDate(connection)) {
      return;
    }
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(address.url());
    // Null would take away what the URL says.
    if (address.user() != null) {
      source.setUser(address.user());
    }
    if (address.password() != null) {
      source.setPassword(address.password());
    }
    try {
      Flyway.configure(Migrations.class.getClassLoader())
          .dataSource(source)
          .locations("classpath:db/migration")
          .validateMigrationNaming(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new DatabaseUnreachable(
          "the tables of " + address + " cannot be brought up to date: " + e.getMessage(), e);
    }
  }

  /// Whether tables were ever made here.
  static boolean haveBegun(Connection connection) throws SQLException {
    return Sql.of(
                "select count(*) from pg_class where relname = 'flyway_schema_history' and pg_table_is_visible(oid)")
            .number(connection)
        > 0;
  }

  /// One query, where asking Flyway takes half a second of every command.
  private static boolean isUpToDate(Connection connection) throws SQLException {
    if (!haveBegun(connection)) {
      return false;
    }
    return Sql.of("select count(*) from flyway_schema_history where version = :newest and success")
            .bind("newest", NEWEST)
            .number(connection)
        == 1;
  }
}
