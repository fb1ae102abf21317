package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;

/// What a database holds, for comparison with another one.
@NullMarked
public final class StoredContent {
  private static final String DEFINITIONS =
      """
      select 'column ' || a.attrelid::regclass || '.' || a.attname as what,
        concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as how
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
      union all
      select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) || convalidated from pg_constraint
      where connamespace = 'public'::regnamespace
      union all
      select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
      union all
      select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all
      select 'function ' || p.oid::regprocedure, prosrc from pg_proc p where pronamespace = 'public'::regnamespace
      union all
      select 'migration ' || version, description || success from flyway_schema_history
      """;

  private StoredContent() {}

  /// A digest of the rows of each table, and the state of each sequence.
  public static Map<String, String> rows(TestDatabase database) throws SQLException {
    Map<String, String> all = new TreeMap<>();
    try (Connection connection = database.connect()) {
      Sql.of("set timezone = 'UTC'").run(connection);
      for (String table :
          Sql.of(
                  """
                  select quote_ident(relname) from pg_class
                  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') and relpersistence = 'p' and relname <> 'flyway_schema_history'
                  """)
              .list(connection, row -> row.getString(1))) {
        all.put(
            table,
            one(
                connection,
                "select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from %s t"
                    .formatted(table)));
      }
      for (String sequence :
          Sql.of(
                  "select quote_ident(relname) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace")
              .list(connection, row -> row.getString(1))) {
        all.put(
            sequence, one(connection, "select last_value || ' ' || is_called from " + sequence));
      }
    }
    return all;
  }

  /// How each table, index, constraint, trigger and function is defined, and which migrations ran.
  public static Map<String, String> definitions(TestDatabase database) throws SQLException {
    Map<String, String> all = new TreeMap<>();
    try (Connection connection = database.connect()) {
      Sql.of(DEFINITIONS)
          .each(
              connection,
              row -> all.put(row.getString("what"), String.valueOf(row.getString("how"))));
    }
    return all;
  }

  private static String one(Connection connection, String sql) throws SQLException {
    return Sql.of(sql).first(connection, row -> row.getString(1)).orElseThrow();
  }
}
