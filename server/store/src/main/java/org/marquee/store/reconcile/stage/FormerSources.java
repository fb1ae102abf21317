package org.marquee.store.reconcile.stage;

import java.sql.SQLException;
import java.util.List;
import org.marquee.listing.Kind;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;

/// SQL about source records of films and cinemas that change or go: what they were linked with is
/// linked again.
public final class FormerSources {
  private FormerSources() {}

  /// The keys of the source record `row`: source records that link share one.
  public static String keys(Kind kind, String row) {
    return (kind == Kind.CINEMA
            ? "string_to_array(%s.keys, E'\\n')"
            : "film_keys(%1$s.title_name, %1$s.other_names, %1$s.ext_catalog_a_id, %1$s.ext_catalog_b_id, %1$s.directors)")
        .formatted(row);
  }

  /// Notes the stored source records that the feed changes, as they were. The cinemas of a chain
  /// that it renames are linked again.
  public static void noteChanged(ImportSql sql) throws SQLException {
    sql.run(
        """
        update cinema_source w set judged = false from chain h join staged_chain s on s.id = h.id
        where w.provider_id = :provider and w.chain_id = h.id and h.name <> s.name
        """);
    for (RecordTable<?> table : List.of(CinemaColumns.TABLE, FilmColumns.TABLE)) {
      sql.run(
          note(
              table.kind(),
              "%s r join %s s on s.id = r.id where row(%s) is distinct from row(%s)"
                  .formatted(
                      table.stored(),
                      table.staged(),
                      RecordTable.of("r", table.kept()),
                      RecordTable.of("s", table.kept()))));
    }
  }

  private static String note(Kind kind, String from) {
    return "insert into left_source select '%s', r.id, r.external_id, %s from %s"
        .formatted(kind.word(), keys(kind, "r"), from);
  }

  /// Deletes source records, and notes what they were and which records they leave.
  ///
  /// @param delete a statement that deletes rows `r`
  public static String leave(Kind kind, String delete) {
    return """
    with gone as (%s returning r.*), noted as (%s)
    insert into left_record select '%s', record_id from gone
    """
        .formatted(delete, note(kind, "gone r"), kind.word());
  }
}
