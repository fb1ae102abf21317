package org.marquee.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Finds out whether tables are all there, may be read, and are complete. It is part of the
/// statement that reads a revision, so all is of one state.
///
/// A restore fills one table after the other in transactions of their own, and makes indexes when
/// all are filled. So a table without any index may be anything.
public final class WholeTables {
  /// What answers are made of.
  public static final List<String> LISTINGS =
      List.of(
          "alias",
          "chain",
          "change",
          "cinema",
          "film",
          "guarded",
          "kind_observed",
          "lateness",
          "never_renewed",
          "programme",
          "provider",
          "revision",
          "revision_at",
          "screen",
          "showtime",
          "showtime_revision",
          "source_trouble");

  private static final List<String> ACCESS =
      List.of("api_key", "entitlement", "organization", "plan");

  /// A column that [#check] reads.
  static final String LISTINGS_LACK = lack(LISTINGS);

  /// A column that [#check] reads.
  public static final String ACCESS_LACK = lack(ACCESS);

  /// `undefined_table`: no outage that passes by itself ([Outage]).
  private static final String UNDEFINED = "42P01";

  private WholeTables() {}

  private static String lack(List<String> tables) {
    return """
    (select 'the table ' || t.name || case when c.oid is null then ' is missing'
        when not has_any_column_privilege(c.oid, 'select') then ' may not be read'
        else ' has no index: a restore may be under way' end
      from unnest(array['%s']) t(name) left join pg_class c on c.oid = to_regclass(t.name)
      where c.oid is null or not has_any_column_privilege(c.oid, 'select')
        or not exists (select from pg_index i where i.indrelid = c.oid)
      limit 1) as lack
    """
        .formatted(String.join("','", tables));
  }

  /// Checks what a row says of the tables.
  ///
  /// @throws SQLException if they are not whole; the message says which one
  public static void check(ResultSet row) throws SQLException {
    String lack = row.getString("lack");
    if (lack != null) {
      throw unusable(lack);
    }
  }

  /// The failure of a statement that found something else than our data.
  public static SQLException unusable(String why) {
    return new SQLException(why, UNDEFINED);
  }
}
