package org.marquee.store.sql;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/// The tables and sequences of a database, as its catalogue has them: whatever migrations made,
/// none is listed in the program.
///
/// @param tables by name
/// @param sequences by name, those of identity columns included
public record StoredSchema(List<Table> tables, List<Sequence> sequences) {
  private static final String OURS =
      """
      c.relnamespace = current_schema()::regnamespace and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      """;

  public StoredSchema {
    tables = List.copyOf(tables);
    sequences = List.copyOf(sequences);
  }

  /// A table.
  ///
  /// @param sql its name in statements
  /// @param columns those that are not generated from others, in their order
  public record Table(String name, String sql, List<Column> columns) {
    public Table {
      columns = List.copyOf(columns);
    }
  }

  /// A column.
  ///
  /// @param sql its name in statements
  public record Column(String name, String sql) {}

  /// A sequence.
  ///
  /// @param sql its name in statements
  public record Sequence(String name, String sql) {}

  /// Everything in the schema of a connection but what an extension made, the history of the
  /// migrations, and unlogged tables, which are of the moment.
  public static StoredSchema of(Connection connection) throws SQLException {
    return new StoredSchema(
        Sql.of(
                """
                select c.relname, quote_ident(c.relname) as sql,
                  array_agg(a.attname::text order by a.attnum) as names,
                  array_agg(quote_ident(a.attname) order by a.attnum) as sqls
                from pg_class c join pg_attribute a on a.attrelid = c.oid
                where c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> '%s' and a.attnum > 0 and not a.attisdropped
                  and a.attgenerated = '' and %s
                group by c.oid, c.relname order by c.relname collate "C"
                """
                    .formatted(Migrations.HISTORY, OURS))
            .list(
                connection,
                row ->
                    new Table(
                        row.getString("relname"),
                        row.getString("sql"),
                        columns(row.getArray("names"), row.getArray("sqls")))),
        Sql.of(
                """
                select c.relname, quote_ident(c.relname) as sql from pg_class c
                where c.relkind = 'S' and %s order by c.relname collate "C"
                """
                    .formatted(OURS))
            .list(connection, row -> new Sequence(row.getString("relname"), row.getString("sql"))));
  }

  /// The newest migration of the tables.
  public static int version(Connection connection) throws SQLException {
    return Migrations.newest(connection);
  }

  private static List<Column> columns(Array names, Array sqls) throws SQLException {
    String[] name = (String[]) names.getArray();
    String[] sql = (String[]) sqls.getArray();
    return IntStream.range(0, name.length).mapToObj(at -> new Column(name[at], sql[at])).toList();
  }
}
