package org.marquee.ingest;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.marquee.store.sql.Database;

/// The content of a database as a digest for each table, to compare two states. The numbers of
/// providers and revisions are left out.
///
/// @param tables each content table with its number of rows and their digest
/// @param revision grows with each import, whatever it changes
@NullMarked
record Contents(String tables, long revision) {
  /// All tables that imports write, except the history of runs, which is written after an import.
  static final List<String> TABLES =
      List.of(
          "provider",
          "chain",
          "cinema",
          "film",
          "cinema_source",
          "film_source",
          "showtime_source",
          "alias",
          "screen",
          "showtime",
          "held_back",
          "guarded",
          "rekeyed",
          "key_collision",
          "programme",
          "kind_observed");

  /// Of one moment, in one statement.
  static Contents of(Database database) throws SQLException {
    String digests = TABLES.stream().map(Contents::digest).collect(Collectors.joining(" || "));
    try (Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select " + digests + ", n from revision")) {
      rows.next();
      return new Contents(rows.getString(1), rows.getLong(2));
    }
  }

  private static String digest(String table) {
    String own =
        table.equals("provider")
            ? "'{id}'::text[]"
            // These depend on earlier imports and on the name of the file.
            : "'{provider_id, born, record_born, written, since, spoken_from, feed}'::text[]";
    return """
    (select format(E'%1$s %%s %%s\\n', count(*), md5(coalesce(string_agg(row, '' order by row), '')))
      from (select (to_jsonb(t) - %2$s)::text as row from %1$s t) rows)
    """
        .formatted(table, own);
  }
}
