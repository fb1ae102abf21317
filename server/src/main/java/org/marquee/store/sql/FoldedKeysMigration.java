package org.marquee.store.sql;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Folding;
import org.marquee.listing.Sorting;

/// Migration 17: folds stored names again, because [Folding] keeps marks now that it used to drop
/// (docs/decisions/0070). SQL cannot fold, so this migration is a class.
///
/// It writes only rows that differ, in a revision of its own if there are any. ASCII folds as it
/// always did, so rows without another letter are not read. No id changes here.
final class FoldedKeysMigration implements JavaMigration {
  /// Names that folding may treat in another way than before: in UTF-8, ASCII has a byte a letter.
  private static final String NOT_ASCII = "octet_length(%1$s) <> length(%1$s)";

  private static final String OF_CINEMA = "concat(name, locality, postcode)";
  private static final List<String> IN_CINEMA = List.of("sort_key", "search_text");
  private static final List<String> IN_SCREEN = List.of("folded_name", "sort_key");

  @Override
  public MigrationVersion getVersion() {
    return MigrationVersion.fromVersion("17");
  }

  @Override
  public String getDescription() {
    return "folded again";
  }

  @Override
  public @Nullable Integer getChecksum() {
    return null;
  }

  @Override
  public boolean canExecuteInTransaction() {
    return true;
  }

  @Override
  public void migrate(Context context) throws SQLException {
    Connection connection = context.getConnection();
    long revision = Revisions.begin(connection);
    if (foldPublished(connection) > 0) {
      Revisions.publish(connection, revision);
    } else {
      Revisions.withdraw(connection);
    }
    foldWords(connection);
    foldHeldBack(connection);
    // Programs before this one would fold as they used to.
    Sql.of("update compatibility set oldest_program = 17").run(connection);
  }

  /// What is to stand in the columns of a row, in their order.
  private interface Fold {
    List<String> of(ResultSet row) throws SQLException;
  }

  private static List<String> chain(ResultSet row) throws SQLException {
    return List.of(Sorting.byName(row.getString("name")));
  }

  private static List<String> cinema(ResultSet row) throws SQLException {
    String name = row.getString("name");
    return List.of(
        Sorting.byName(name),
        FoldedKeys.cinemaSearch(name, row.getString("locality"), row.getString("postcode")));
  }

  private static List<String> film(ResultSet row) throws SQLException {
    return List.of(Sorting.byName(row.getString("title")));
  }

  private static List<String> screen(ResultSet row) throws SQLException {
    String name = row.getString("name");
    return List.of(Folding.fold(name), Sorting.natural(name));
  }

  private static long foldPublished(Connection connection) throws SQLException {
    return fold(connection, "chain", "name", List.of("sort_key"), "", FoldedKeysMigration::chain)
        + fold(connection, "film", "title", List.of("sort_key"), "", FoldedKeysMigration::film)
        + fold(connection, "cinema", OF_CINEMA, IN_CINEMA, "", FoldedKeysMigration::cinema)
        + foldScreens(connection);
  }

  /// A screen that schedules name goes on under its new key, and keeps its id; unless another one
  /// has that key already.
  private static long foldScreens(Connection connection) throws SQLException {
    return fold(
        connection,
        "screen",
        "name",
        IN_SCREEN,
        """
        , external_id = case
          when r.inventory or r.external_id <> left(r.folded_name, 240) or f.folded_name = '' or exists (
            select from screen o left join folded_again g on g.id = o.id
            where o.cinema_id = r.cinema_id and o.provider_id = r.provider_id and o.id <> r.id
              and left(f.folded_name, 240) in (o.external_id, left(g.folded_name, 240)))
          then r.external_id else left(f.folded_name, 240) end
        """,
        FoldedKeysMigration::screen);
  }

  /// Words that are compared by other texts now are judged with the next import.
  private static void foldWords(Connection connection) throws SQLException {
    fold(connection, "film_word", "title", List.of("sort_key"), "", FoldedKeysMigration::film);
    // Titles are cleaned in another way since, too; what is kept of them is made again.
    Sql.of("update film_word set title_key = null, judged = false").run(connection);
    fold(
        connection,
        "cinema_word",
        OF_CINEMA,
        IN_CINEMA,
        ", judged = false",
        FoldedKeysMigration::cinema);
  }

  /// Writes what differs, and returns how many rows that is.
  ///
  /// @param names what a row's columns are made of, as SQL
  /// @param more that is set beside them
  private static long fold(
      Connection connection,
      String table,
      String names,
      List<String> columns,
      String more,
      Fold fold)
      throws SQLException {
    Sql.of(
            "create temporary table folded_again (id text collate \"C\", %s)"
                .formatted(columns.stream().map(column -> column + " text").collect(joining(", "))))
        .run(connection);
    CopyRows rows = new CopyRows("folded_again", 1 + columns.size());
    long[] different = {0};
    Sql.of("select * from %s where %s".formatted(table, NOT_ASCII.formatted(names)))
        .each(
            connection,
            row -> {
              // The rows wait in memory: the connection is busy with what is read.
              List<String> folded = fold.of(row);
              if (differs(row, columns, folded)) {
                different[0]++;
                rows.row().text(row.getString("id"));
                folded.forEach(rows::text);
              }
            });
    if (different[0] > 0) {
      rows.send(connection);
      Sql.of("create index on folded_again (id)").run(connection);
      Sql.of("analyze folded_again").run(connection);
      Sql.of(
              "update %s r set %s%s from folded_again f where f.id = r.id"
                  .formatted(
                      table,
                      columns.stream()
                          .map(column -> column + " = f." + column)
                          .collect(joining(", ")),
                      more))
          .run(connection);
    }
    Sql.of("drop table folded_again").run(connection);
    return different[0];
  }

  private static boolean differs(ResultSet row, List<String> columns, List<String> folded)
      throws SQLException {
    for (int at = 0; at < folded.size(); at++) {
      if (!folded.get(at).equals(row.getString(columns.get(at)))) {
        return true;
      }
    }
    return false;
  }

  /// Held-back records are stored as they were staged, and staged again with the next import.
  private static void foldHeldBack(Connection connection) throws SQLException {
    CopyRows rows = new CopyRows("folded_again", 3);
    long read =
        Sql.of(
                """
                select id, kind, h.record ->> 'title' as title, h.record ->> 'name' as name,
                  h.record ->> 'locality' as locality, h.record ->> 'postcode' as postcode,
                  case when (h.record ->> 'screen_named')::boolean then h.record ->> 'screen_name' end as screen_name
                from held_back h where %s
                """
                    .formatted(NOT_ASCII.formatted("h.record::text")))
            .each(
                connection,
                row -> {
                  String id = row.getString("id");
                  heldBack(row)
                      .forEach((column, folded) -> rows.row().text(id).text(column).text(folded));
                });
    if (read > 0) {
      Sql.of("create temporary table folded_again (id text collate \"C\", name text, folded text)")
          .run(connection);
      rows.send(connection);
      Sql.of(
              """
              update held_back h set record = h.record || f.folded
              from (select id, jsonb_object_agg(name, folded) as folded from folded_again group by id) f
              where f.id = h.id
              """)
          .run(connection);
      Sql.of("drop table folded_again").run(connection);
    }
  }

  /// The folded columns of a record that is held back, by name.
  private static Map<String, String> heldBack(ResultSet row) throws SQLException {
    String title = row.getString("title");
    String screen = row.getString("screen_name");
    return switch (row.getString("kind")) {
      case "film" -> title == null ? Map.of() : named(List.of("sort_key"), film(row));
      case "cinema" -> named(IN_CINEMA, cinema(row));
      case "screen" -> named(IN_SCREEN, screen(row));
      case "showtime" ->
          screen == null
              ? Map.of()
              : Map.of("screen_key", FoldedKeys.screen(screen, Folding.fold(screen)));
      default -> Map.of();
    };
  }

  private static Map<String, String> named(List<String> columns, List<String> folded) {
    Map<String, String> named = new LinkedHashMap<>();
    for (int at = 0; at < folded.size(); at++) {
      named.put(columns.get(at), folded.get(at));
    }
    return named;
  }
}
