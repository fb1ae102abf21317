package org.marquee.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;

/// What a database holds, for comparison with another one.
@NullMarked
public final class StoredContent {
  /// Everything of the catalogue that statements can see or be slowed down by. The names of NOT
  /// NULL constraints are left out: not every version of PostgreSQL has them.
  private static final String DEFINITIONS =
      """
      select 'table ' || c.relname as what,
        concat_ws(' ', c.relkind, c.relpersistence, array_to_string(c.reloptions, ','), obj_description(c.oid, 'pg_class'),
          case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as how
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      union all
      select 'column ' || c.relname || ' ' || lpad(a.attnum::text, 2, '0') || ' ' || a.attname,
        concat_ws(' ', format_type(a.atttypid, a.atttypmod),
          case when a.attcollation not in (0, 100) then 'collate ' || a.attcollation::regcollation::text end,
          case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
          nullif('identity ' || a.attidentity::text, 'identity '), nullif('generated ' || a.attgenerated::text, 'generated '),
          case when a.attstorage <> t.typstorage then 'storage ' || a.attstorage::text end, array_to_string(a.attoptions, ','),
          case when a.attstattarget >= 0 then 'statistics ' || a.attstattarget end, col_description(c.oid, a.attnum))
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0
        and not a.attisdropped
      union all
      select 'constraint ' || conrelid::regclass || ' ' || conname, concat_ws(' ', pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all
      select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
      union all
      select 'sequence ' || sequencename, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
      from pg_sequences where schemaname = 'public'
      union all
      select 'statistics ' || stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext
      where stxnamespace = 'public'::regnamespace
      union all
      select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) || ' ' || tgenabled::text
      from pg_trigger where not tgisinternal
      union all
      select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = 'public'::regnamespace
      union all
      select 'type ' || typname, typtype::text from pg_type t
      where typnamespace = 'public'::regnamespace and typelem = 0 and typrelid = 0
      union all
      select 'rule ' || tablename || ' ' || rulename, definition from pg_rules where schemaname = 'public'
      """;

  private static final String MIGRATIONS =
      "select 'migration ' || version as what, description || ' ' || success as how from flyway_schema_history";

  private StoredContent() {}

  /// A digest of the rows of each table, and the state of each sequence.
  public static Map<String, String> rows(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect()) {
      return rows(connection, "coalesce(md5(string_agg(t::text, '|' order by t::text)), '')");
    }
  }

  /// Each table and sequence, and of its rows how many there are, and an aggregate of `t`.
  private static Map<String, String> rows(Connection connection, String of) throws SQLException {
    Map<String, String> all = new TreeMap<>();
    Sql.of("set timezone = 'UTC'").run(connection);
    for (String table :
        Sql.of(
                """
                select quote_ident(relname) from pg_class
                where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') and relpersistence = 'p' and relname <> 'flyway_schema_history'
                """)
            .list(connection, row -> row.getString(1))) {
      all.put(
          table, one(connection, "select count(*) || ' ' || %s from %s t".formatted(of, table)));
    }
    for (String sequence :
        Sql.of(
                "select quote_ident(relname) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace")
            .list(connection, row -> row.getString(1))) {
      all.put(sequence, one(connection, "select last_value || ' ' || is_called from " + sequence));
    }
    return all;
  }

  /// How everything in the database is defined, and which migrations ran.
  public static Map<String, String> definitions(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect()) {
      Map<String, String> all = definitions(connection);
      put(connection, MIGRATIONS, all);
      return all;
    }
  }

  private static Map<String, String> definitions(Connection connection) throws SQLException {
    Map<String, String> all = new TreeMap<>();
    put(connection, DEFINITIONS, all);
    all.keySet().removeIf(what -> what.contains(Migrations.HISTORY));
    return all;
  }

  private static void put(Connection connection, String query, Map<String, String> all)
      throws SQLException {
    Sql.of(query)
        .each(
            connection,
            row -> all.put(row.getString("what"), String.valueOf(row.getString("how"))));
  }

  /// How everything is defined, and the rows that are there from the beginning, as text. What is
  /// made up for each database, ids and times, is left out.
  public static String schema(TestDatabase database) throws SQLException {
    StringBuilder text = new StringBuilder();
    try (Connection connection = database.connect()) {
      definitions(connection)
          .forEach((what, how) -> text.append(what).append(": ").append(how).append('\n'));
      rows(
              connection,
              """
              coalesce(string_agg(regexp_replace(regexp_replace(t::text, '[0-9a-f-]{36}', '(uuid)', 'g'),
                '"[0-9]{4}-[^"]*"', '(time)', 'g'), ' ' order by t::text), '')
              """)
          .forEach((table, rows) ->
              text.append("rows of ").append(table).append(": ").append(rows).append('\n'));
    }
    return text.toString();
  }

  private static String one(Connection connection, String sql) throws SQLException {
    return Sql.of(sql).first(connection, row -> row.getString(1)).orElseThrow();
  }
}
