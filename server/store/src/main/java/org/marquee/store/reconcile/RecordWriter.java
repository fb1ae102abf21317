package org.marquee.store.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.listing.Kind;
import org.marquee.store.reconcile.stage.ImportSql;
import org.marquee.store.reconcile.stage.LineCounts;
import org.marquee.store.reconcile.stage.Statements;
import org.marquee.store.record.RecordTable;
import org.marquee.store.record.ShowtimeColumns;

/// Writes staged records: new ones, changed ones, and when each was observed.
///
/// A record that a full feed confirms within its scope has no observation of its own; a record that
/// a delta, or a feed of other cinemas, confirms has one ([#observation]).
final class RecordWriter {
  private final ImportSql sql;

  /// How many of [#rowsWritten] are no change that a reader could see, or of an import before.
  private long unseen;

  /// @param before [#rowsWritten] when the import began
  RecordWriter(ImportSql sql, long before) {
    this.sql = sql;
    this.unseen = before;
  }

  /// Writes the staged records of one kind, and counts the lines that added or changed one.
  void write(RecordTable<?> table) throws SQLException {
    LineCounts.OfKind count = sql.count(table.kind());
    long staged = count.staged;
    List<String> lines = lines(table);
    if (staged == 0 && lines.size() == 1) {
      return;
    }
    // New records come last, so that they are not compared with themselves.
    count.changed += update(table, lines);
    if (staged > 0) {
      updateAside(table);
    }
    confirm(table);
    count.added = insert(table, lines);
    renewStatistics(table, count.added + count.changed, staged);
  }

  /// Conditions of the lines that earlier feeds staged, if any, and of those of this feed. A small
  /// feed takes most of its time for statements that find nothing.
  private List<String> lines(RecordTable<?> table) throws SQLException {
    String again = "s.line is null";
    String ofThisFeed = "s.line is not null";
    return sql.any("select from " + table.staged() + " s where " + again)
        ? List.of(again, ofThisFeed)
        : List.of(ofThisFeed);
  }

  /// Writes staged showtimes that another provider lists too: the source record of each is kept
  /// apart.
  void writeShared() throws SQLException {
    if (sql.any("select from showtime_source s where " + sql.ofProvider("s"))) {
      sql.count(Kind.SHOWTIME).changed +=
          update(ShowtimeColumns.SHARED_TABLE, lines(ShowtimeColumns.SHARED_TABLE));
      confirm(ShowtimeColumns.SHARED_TABLE);
    }
  }

  private void renewStatistics(RecordTable<?> table, long written, long staged)
      throws SQLException {
    if (written > staged / 10) {
      sql.renewStatistics(table.stored(), written);
    }
  }

  /// Adds the staged records that are not stored, and returns how many of them stood on lines of
  /// this feed.
  private long insert(RecordTable<?> table, List<String> lines) throws SQLException {
    long inserted = 0;
    for (String some : lines) {
      inserted =
          sql.run(
              """
              insert into %1$s (id, provider_id, %2$s, observed_at, observed_updated_at%7$s)
              select s.id, :provider, %3$s, %4$s%8$s from %5$s s
              where not exists (select from %1$s r where r.id = s.id) and %6$s%9$s
              """
                  .formatted(
                      table.stored(),
                      String.join(", ", table.begun()),
                      RecordTable.of("s", table.begun()),
                      observation(table),
                      table.staged(),
                      some,
                      table.isSource() ? ", record_id, record_born, born, written" : "",
                      table.isSource() ? born(table.stored()) : "",
                      table.kind() == Kind.SHOWTIME
                          ? " and not exists (select from showtime_source w where w.id = s.id)"
                          : ""));
    }
    return inserted;
  }

  /// A source record begins as a record by itself, or as the record that has its id already.
  private static String born(String table) {
    return """
    , s.id, coalesce((select min(w.record_born) from %1$s w where w.record_id = s.id), %2$s),
      coalesce((select min(w.record_born) from %1$s w where w.record_id = s.id), %2$s), %2$s
    """
        .formatted(table, Statements.REVISION);
  }

  /// Replaces the stored records that differ, and returns how many of them stood on lines of this
  /// feed.
  private long update(RecordTable<?> table, List<String> lines) throws SQLException {
    long updated = 0;
    for (String some : lines) {
      updated =
          sql.run(
              """
              update %1$s r set (%2$s, observed_at, observed_updated_at) = (%3$s, %4$s)%5$s
              from %6$s s
              where r.id = s.id and row(%7$s) is distinct from row(%8$s) and %9$s and %10$s
              """
                  .formatted(
                      table.stored(),
                      String.join(", ", table.kept()),
                      RecordTable.of("s", table.kept()),
                      observation(table),
                      relinked(table) + Statements.written(table.stored()),
                      table.staged(),
                      RecordTable.of("r", table.content()),
                      RecordTable.of("s", table.content()),
                      notNewer(table),
                      some));
    }
    return updated;
  }

  /// Replaces the unpublished fields of records that are otherwise unchanged. Readers do not see
  /// them, so the records count as unchanged, but they are linked again.
  private void updateAside(RecordTable<?> table) throws SQLException {
    if (table.aside().isEmpty()) {
      return;
    }
    unseen +=
        sql.run(
            """
            with rewritten as (
              update %1$s r set (%2$s) = row(%3$s) from %4$s s
              where r.id = s.id and row(%5$s) is distinct from row(%3$s) and %6$s
              returning r.record_id)
            insert into left_record select '%7$s', record_id from rewritten
            """
                .formatted(
                    table.stored(),
                    String.join(", ", table.aside()),
                    RecordTable.of("s", table.aside()),
                    table.staged(),
                    RecordTable.of("r", table.aside()),
                    notNewer(table),
                    table.kind().word()));
  }

  /// Has a changed source record of a film or cinema linked again, and its titles cleaned again.
  private static String relinked(RecordTable<?> table) {
    String titles =
        """
        , title_key = case when row(r.title, r.original_title, r.titles) is not distinct from
          row(s.title, s.original_title, s.titles) then r.title_key end\
        """;
    return (table.kind() == Kind.FILM ? titles : "") + (table.isSource() ? ", judged = false" : "");
  }

  /// Gives the listed records their observation, where it differs.
  private void confirm(RecordTable<?> table) throws SQLException {
    sql.run(
        """
        update %1$s r set (observed_at, observed_updated_at) = (%2$s)%3$s
        from %4$s s
        where r.id = s.id and row(r.observed_at, r.observed_updated_at) is distinct from row(%2$s) and %5$s
        """
            .formatted(
                table.stored(),
                observation(table),
                Statements.written(table.stored()),
                table.staged(),
                notNewer(table)));
  }

  /// The observation of a listed record, in two columns: null where that of the programme or
  /// provider counts.
  private String observation(RecordTable<?> table) {
    String column = "case when s.observed_at is not null then %s when %s then null else %s end";
    return column.formatted("s.observed_at", inScope(table), ":taken::timestamptz")
        + ", "
        + column.formatted("s.observed_updated_at", inScope(table), ":updated::timestamptz");
  }

  private String inScope(RecordTable<?> table) {
    return switch (table.kind()) {
      case FILM, CHAIN -> Boolean.toString(sql.scope().whole());
      case CINEMA -> sql.inScope("s.id");
      case SCREEN, SHOWTIME -> sql.inScope("s.cinema_id");
    };
  }

  /// Feeds of different cinemas list the same films and chains, and an older one may come later: it
  /// must not undo what has changed since. A feed of the same cinemas cannot be older
  /// ([org.marquee.ingest.guard.WholeFeedRules]).
  private String notNewer(RecordTable<?> table) {
    return switch (table.kind()) {
      case FILM, CHAIN ->
          """
          coalesce(r.observed_at, (select p.observed_at from provider p where p.id = :provider), '-infinity') <= %s
          """
              .formatted(
                  switch (sql.rules()) {
                    case Rules.Normal _ -> "coalesce(s.observed_at, :taken)";
                    case Rules.Trial _ -> "'infinity'";
                    case Rules.Undo _ -> ":undone_at";
                  });
      // A merged showtime is made of several source records.
      case SHOWTIME -> table.stored().equals("showtime") ? "r.merged is null" : "true";
      case CINEMA, SCREEN -> "true";
    };
  }

  /// Whether this import has written anything that a reader could see. If the same feed comes
  /// again, the revision stays, and so do the tags that callers have. Asks the server's own counts,
  /// without the rows that readers do not see; if it keeps no counts, the answer is yes.
  boolean hasChanged() throws SQLException {
    return rowsWritten(sql.connection()) > unseen
        || !sql.any("select where current_setting('track_counts')::boolean");
  }

  /// How many rows that readers may see this session has written, in this transaction and in those
  /// just before it. Of a guarded cinema they see since when, which no update changes.
  static long rowsWritten(Connection connection) throws SQLException {
    return new Statements(connection)
        .number(
            """
            select coalesce(sum(n_tup_ins + n_tup_del + case when relname = 'guarded' then 0 else n_tup_upd end), 0)
            from pg_stat_xact_user_tables
            where relid = any (array['chain', 'cinema', 'film', 'screen', 'showtime', 'programme', 'provider', 'guarded',
              'kind_observed', 'source_trouble', 'cinema_source', 'film_source', 'showtime_source', 'alias']::regclass[])
            """);
  }
}
