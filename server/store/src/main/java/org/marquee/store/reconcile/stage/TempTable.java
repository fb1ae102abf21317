package org.marquee.store.reconcile.stage;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.marquee.store.record.ChainColumns;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;
import org.marquee.store.record.ScreenColumns;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.CopyRows;

/// The temporary tables of an import, each with its columns.
///
/// `key` stands for text that is compared by code point, as all ids are.
public enum TempTable {
  STAGED_CHAIN(ChainColumns.TABLE),
  STAGED_CINEMA(CinemaColumns.TABLE),
  STAGED_FILM(FilmColumns.TABLE),
  STAGED_SCREEN(ScreenColumns.TABLE),
  STAGED_SHOWTIME(ShowtimeColumns.TABLE),
  /// Records whose lines were refused or held back: they count as listed.
  STAGED_MENTION("kind key, id key"),
  /// The cinemas of showtimes that were refused or held back; null where it could not be read.
  LACKING_CINEMA("id key"),
  /// Records that a delta withdraws by their ids.
  STAGED_WITHDRAWAL("line bigint, kind key, id key, cinema_id key, external_id text"),
  /// Showtimes that the provider cancels.
  STAGED_CANCELLATION("line bigint, id key, external_id text"),
  /// The cinemas that a feed covers, where its header names them.
  SCOPE_CINEMA("id key primary key"),
  /// Cinemas of which something is withdrawn or cancelled: an older feed of them is refused.
  TOUCHED_CINEMA("cinema_id key"),
  /// Stored showtimes in scope that the feed does not list, and whether they are withdrawn.
  UNLISTED_SHOWTIME("id key, withdrawn boolean"),
  /// Source records that lack a required field which linked ones supply.
  COMPLETED_SOURCE("id key primary key"),
  /// Stored showtimes that the feed lists under another id, and whether that is a guess.
  MOVED_SHOWTIME("stored key, listed key, guess boolean"),
  /// Cinemas that keep their programme, with the figures of their loss.
  KEPT_CINEMA("id key primary key, reason text, stored bigint, gone bigint, listed bigint"),
  /// Held-back records that the feed should have listed and did not.
  FORGOTTEN_HELD_BACK("like held_back"),
  /// Records that a source record has left: they are published again, or withdrawn if empty.
  LEFT_RECORD("kind key, id key"),
  /// Source records as they were before they changed or went, with what they could be linked by.
  LEFT_SOURCE("kind key, id key, external_id key, keys text[]"),
  /// Source records that are linked to another record than before.
  RELINKED_SOURCE("id key primary key, provider_id integer, before key, after key, born bigint"),
  /// Films whose title is chosen again.
  RETITLED_FILM("id key"),
  /// Titles that were chosen, where others are published.
  CHOSEN_TITLE("id key, title text, sort_key key, other_titles text"),
  /// Showings of which a showtime changed: they are grouped again.
  TOUCHED_SHOWING("cinema_id key, film_id key, starts_at timestamptz"),

  /// Ids that several staged showtimes share, or shared once.
  COLLIDING_KEY("id key"),
  /// Staged showtimes that get another id.
  RENAMED_LINE("line bigint, id key, external_id text"),
  /// The showings of each colliding key and their ids.
  ASSIGNED_KEY("key_id key, version text, booking_url text, id key, external_id key"),

  /// The zones of cinemas before they are published anew.
  ZONE_BEFORE("id key, time_zone text"),
  /// Cinemas whose zone has changed.
  ZONE_CHANGED("id key, time_zone text"),
  /// Starts that were resolved again.
  RESOLVED_START(
      "id key, starts_at timestamptz, offset_minutes smallint, clock_change text,"
          + " ends_after integer"),

  /// Source records that are read to link some of them again.
  NEAR_SOURCE("id key primary key"),
  /// Titles as they were cleaned.
  CLEAN_TITLE(
      "id key, title_key text, title_name text, title_year integer, plain boolean, other_names text"),
  /// The provider's films, and those of others with the same titles.
  NAMESAKE_FILM("id key, provider_id integer, record_id key, title_name text"),
  /// The weeks in which the feed shows shared films, by country.
  FEED_PERIOD("film_id key, country_code text, days datemultirange"),
  /// The same as it was stored before an undo.
  FORMER_PERIOD(FEED_PERIOD.columns),
  /// The observations that move with a relinked cinema.
  RELINKED_PROGRAMME("like programme"),

  /// Staged showtimes without film, cinema or start, and what they lack.
  INCOMPLETE_SHOWTIME(
      "id key, no_film boolean, no_cinema boolean, no_start boolean, film_unknown boolean,"
          + " cinema_unknown boolean"),

  /// Screens that staged showtimes mention, and the stored screens they mean.
  MENTIONED_SCREEN(
      """
      cinema_id key, screen_key key, screen_named boolean, new_id key, name text, old_name text, listed boolean,
      unnamed boolean, id key, stored_name text\
      """),
  /// Mentioned screens that are new or renamed.
  NAMED_SCREEN("id key, name text, folded_name text, sort_key text"),
  /// Screens that an inventory lists under another id.
  DUPLICATE_SCREEN("id key, cinema_id key, kept key"),

  /// What an undone import confirmed and none of the feeds before it lists.
  UNDONE_RECORD("kind key, id key, brought boolean"),
  /// Upcoming showtimes by cinema and day, stored and listed, where any are lost.
  PROGRAMME_DAY(
      """
      cinema_id key, day date, stored bigint, gone bigint, added bigint, listed bigint, beyond bigint,
      last_stored timestamptz, last_listed timestamptz\
      """),
  /// The former ids of moved showtimes.
  MOVED_KEY("stored key, key_id key"),

  /// The cinemas that the report counts.
  REPORTED_CINEMA("id key"),
  /// Their upcoming showtimes by day before the import.
  PROGRAMME_BEFORE(
      """
      cinema_id key, day date, number bigint, first timestamptz, last timestamptz, first_offset smallint,
      last_offset smallint\
      """),
  /// And after it.
  PROGRAMME_AFTER(PROGRAMME_BEFORE.columns),

  /// Cinemas that a whole feed no longer lists and nothing refers to.
  CLOSED_CINEMA("id key, record_id key"),

  /// The showtimes of touched showings and the records they belong to.
  GROUPED_SHOWING("id key, record_id key, since bigint, before key");

  /// SQL: the staged records of all kinds, with their lines.
  public static final String STAGED =
      RecordTable.all().stream()
          .map(table ->
              "select '%s' as kind, id, line from %s"
                  .formatted(table.kind().word(), table.staged()))
          .collect(joining(" union all ", "(", ")"));

  private static final long FEW_BYTES = 64 << 10;
  private static final long KEPT_BYTES = 16 << 20;

  private final String columns;

  TempTable(String columns) {
    this.columns = columns.strip();
  }

  /// The staged records of a kind.
  TempTable(RecordTable<?> table) {
    this(table.declared());
  }

  public String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// SQL that makes the table, if the connection does not have it from an import before.
  public String create() {
    return "create temporary table if not exists %s (%s);\n"
        .formatted(
            sqlName(),
            columns.replaceAll("(?<!primary )\\bkey\\b(?=,|$| primary)", "text collate \"C\""));
  }

  /// The same, and empties it.
  public String createEmpty() {
    return create() + "delete from " + sqlName() + ";\n";
  }

  /// Empties all temporary tables of a connection for the next import, or for a run that follows
  /// from one.
  ///
  /// @return whether so little was in them that the connection is worth keeping: the server gives
  ///   memory that temporary tables have taken back when the connection ends
  public static boolean empty(Connection connection) throws SQLException {
    Statements sql = new Statements(connection);
    StringBuilder emptying = new StringBuilder();
    long[] bytes = {0};
    sql.each(
        """
        select relname, pg_relation_size(oid) as bytes from pg_class
        where relnamespace = pg_my_temp_schema() and relkind = 'r' and pg_relation_size(oid) > 0
        """,
        row -> {
          bytes[0] += row.getLong("bytes");
          // A few rows are deleted in a tenth of the time that new files would take.
          emptying
              .append(row.getLong("bytes") <= FEW_BYTES ? "delete from " : "truncate ")
              .append(row.getString("relname"))
              .append(";\n");
        });
    if (bytes[0] > 0) {
      sql.run(emptying.toString());
    }
    return bytes[0] <= KEPT_BYTES;
  }

  /// SQL that creates those that a feed is staged in, and those that several steps write to.
  public static String createStaging() {
    return Arrays.stream(values())
        .filter(table -> table.compareTo(COLLIDING_KEY) < 0)
        .map(TempTable::create)
        .collect(joining());
  }

  /// Creates those that linking needs by itself, empty.
  public static void createLinkage(Statements sql) throws SQLException {
    for (TempTable table :
        List.of(LEFT_RECORD, LEFT_SOURCE, RELINKED_SOURCE, RETITLED_FILM, TOUCHED_SHOWING)) {
      sql.run(table.createEmpty());
    }
  }

  public CopyRows rows() {
    return new CopyRows(sqlName(), columns.split(",", -1).length);
  }
}
