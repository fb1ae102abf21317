package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/// Whether the operator's own database can become ours: its encoding, the rights of the account,
/// and that nobody else uses it. What lacks is said with the statement that mends it.
final class Readiness {
  private Readiness() {}

  /// All checks, for who has no connection yet.
  static void check(Database.Address address) {
    Connections.look(
        address,
        connection -> {
          checkEncoding(connection, address);
          checkFree(connection, address);
          checkRights(connection, address);
          return address;
        });
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

  /// What extensions bring may be there. One statement sees it all: another node may be making our
  /// tables.
  ///
  /// @throws RefusedDatabase if there are tables, views, functions or types, and ours are not there
  static void checkFree(Connection connection, Database.Address address) throws SQLException {
    Sql.of(
            """
            select pg_describe_object(classid, objid, 0) as other from pg_depend held
            where refclassid = 'pg_namespace'::regclass and refobjid = to_regnamespace(quote_ident(current_schema()))
              and deptype = 'n' and classid in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass)
              and not exists (select from pg_depend brought
                where (brought.classid, brought.objid, brought.deptype) = (held.classid, held.objid, 'e'))
              and (classid, objid) not in (select tableoid, oid from pg_class where relname = :history)
              and 2 > (select count(*) from pg_class
                where pg_table_is_visible(oid) and relname in (:history, :ours))
            order by objid limit 1
            """)
        .bind("history", Migrations.HISTORY)
        .bind("ours", Migrations.OURS)
        .list(connection, row -> row.getString("other"))
        .stream()
        .findFirst()
        .ifPresent(other -> {
          throw RefusedDatabase.ofAnotherProgram(address, other);
        });
  }

  /// @throws DatabaseUnreachable if the account may not make and change tables
  static void checkRights(Connection connection, Database.Address address) throws SQLException {
    Optional<String> lack =
        Sql.of(
                """
                select account, case
                    when schema is null then format('create schema %1$s authorization %1$s', account)
                    when not has_schema_privilege(current_schema(), 'CREATE')
                      then format('grant create on schema %s to %s', schema, account)
                    when not has_database_privilege(current_database(), 'TEMPORARY')
                      then format('grant temporary on database %s to %s', quote_ident(current_database()), account)
                    else (select format('grant %s to %s', quote_ident(pg_get_userbyid(relowner)), account)
                      from pg_class where relnamespace = to_regnamespace(schema)
                        and relname = 'flyway_schema_history' and not pg_has_role(relowner, 'USAGE')) end as lack
                from (select quote_ident(current_user) as account, quote_ident(current_schema()) as schema) a
                """)
            .list(connection, row -> lack(row, address))
            .getFirst();
    if (lack.isPresent()) {
      throw new DatabaseUnreachable(lack.get(), null);
    }
  }

  private static Optional<String> lack(ResultSet row, Database.Address address)
      throws SQLException {
    String lack = row.getString("lack");
    return lack == null
        ? Optional.empty()
        : Optional.of(
            "the account %s lacks a right in the database %s. As its owner or a superuser, run: %s;"
                .formatted(row.getString("account"), address, lack));
  }
}
