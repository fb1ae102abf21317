package org.marquee.store.sql;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The tables and sequences of a database, as its catalogue has them: whatever migrations made,
/// none is listed in the program.
///
/// @param tables the columns of each, but those that are generated from others, in their order; by
///   name
/// @param sequences by name, those of identity columns included
public record StoredSchema(SortedMap<String, List<String>> tables, List<String> sequences) {
  private static final String OURS =
      """
      c.relnamespace = current_schema()::regnamespace and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      """;

  /// Everything in the schema of a connection but what an extension made, the history of the
  /// migrations, and unlogged tables, which are of the moment.
  public static StoredSchema of(Connection connection) throws SQLException {
    SortedMap<String, List<String>> tables = new TreeMap<>();
    Sql.of(
            """
            select c.relname, array_agg(a.attname::text order by a.attnum) as names
            from pg_class c join pg_attribute a on a.attrelid = c.oid
            where c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> '%s' and a.attnum > 0 and not a.attisdropped
              and a.attgenerated = '' and %s
            group by c.oid, c.relname
            """
                .formatted(Migrations.HISTORY, OURS))
        .each(
            connection,
            row ->
                tables.put(
                    row.getString("relname"),
                    List.of((String[]) row.getArray("names").getArray())));
    return new StoredSchema(
        tables,
        Sql.of(
                "select c.relname from pg_class c where c.relkind = 'S' and %s order by c.relname collate \"C\""
                    .formatted(OURS))
            .list(connection, row -> row.getString("relname")));
  }

  /// A name in double quotes, as SQL writes names with any characters.
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /// Several names with commas between them.
  public static String quoted(Collection<String> names) {
    return names.stream().map(StoredSchema::quoted).collect(joining(", "));
  }

  /// The newest migration of the tables.
  public static int version(Connection connection) throws SQLException {
    return Migrations.newest(connection);
  }
}
