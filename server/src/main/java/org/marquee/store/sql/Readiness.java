package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Whether the operator's own database can become ours: its encoding, and the rights of the
/// account. What lacks is said with the statement that mends it.
final class Readiness {
  private Readiness() {}

  /// Both checks, for who has no connection yet.
  static void check(Database.Address address) {
    try (Connection connection = new Connections(() -> address).openAnyway()) {
      checkEncoding(connection, address);
      checkRights(connection, address);
    } catch (SQLException e) {
      throw new DatabaseUnreachable("cannot use the database " + address + ": " + Outage.why(e), e);
    }
  }

  /// @throws DatabaseUnreachable if the database cannot hold every title
  static void checkEncoding(Connection connection, Database.Address address) throws SQLException {
    String encoding =
        Sql.of("show server_encoding").list(connection, row -> row.getString(1)).getFirst();
    if (!encoding.equals("UTF8")) {
      throw new DatabaseUnreachable(
          """
          the database %s has the encoding %s, which lacks letters of titles and names. Make one that has them all, and name that:
            createdb --encoding=UTF8 --locale=C --template=template0 NAME
          What is in this one moves there with pg_dump and pg_restore\
          """
              .formatted(address, encoding),
          null);
    }
  }

  /// The rights that making and changing tables takes.
  ///
  /// @param schema where the tables are made; null: no schema of the search path can be used
  private record Rights(
      String account,
      String database,
      @Nullable String schema,
      boolean create,
      boolean temporary,
      @Nullable String owner) {}

  /// @throws DatabaseUnreachable if the account may not make and change tables
  static void checkRights(Connection connection, Database.Address address) throws SQLException {
    Rights rights =
        Sql.of(
                """
                select quote_ident(current_user), quote_ident(current_database()),
                  quote_ident(current_schema()), has_schema_privilege(current_schema(), 'CREATE'),
                  has_database_privilege(current_database(), 'TEMPORARY'),
                  (select quote_ident(pg_get_userbyid(relowner)) from pg_class
                    where relnamespace = to_regnamespace(quote_ident(current_schema()))
                      and relname = 'flyway_schema_history'
                      and not pg_has_role(relowner, 'USAGE'))
                """)
            .list(
                connection,
                row ->
                    new Rights(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getBoolean(4),
                        row.getBoolean(5),
                        row.getString(6)))
            .getFirst();
    String lack = lack(rights);
    if (lack != null) {
      throw new DatabaseUnreachable(
          "the account %s lacks a right in the database %s. As its owner or a superuser, run: %s;"
              .formatted(rights.account(), address, lack),
          null);
    }
  }

  private static @Nullable String lack(Rights has) {
    if (has.schema() == null) {
      return "create schema %s authorization %s".formatted(has.account(), has.account());
    }
    if (!has.create()) {
      return "grant create on schema %s to %s".formatted(has.schema(), has.account());
    }
    if (!has.temporary()) {
      return "grant temporary on database %s to %s".formatted(has.database(), has.account());
    }
    return has.owner() == null ? null : "grant %s to %s".formatted(has.owner(), has.account());
  }
}
