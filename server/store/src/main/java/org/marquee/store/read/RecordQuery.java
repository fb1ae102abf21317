package org.marquee.store.read;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.store.record.ChainColumns;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.record.FilmColumns;
import org.marquee.store.record.RecordTable;
import org.marquee.store.record.ScreenColumns;
import org.marquee.store.record.ShowtimeColumns;
import org.marquee.store.sql.NamedValues;
import org.marquee.store.sql.Sql;

/// What to select of the published records of a kind, with their provenance, and how to read it:
/// without those that people have hidden.
///
/// @param row what the statement calls a row
record RecordQuery<T extends ListedRecord>(
    Kind kind, String row, String select, RowReader<T> reader) {
  /// Reads the record of a row.
  interface RowReader<T> {
    T read(ResultSet rows, Provenance provenance) throws SQLException;
  }

  static final RecordQuery<Showtime> SHOWTIMES =
      ofProgramme(
          ShowtimeColumns.TABLE,
          "s",
          "s.cinema_id",
          (rows, provenance) ->
              ShowtimeColumns.showtime(new NamedValues.OfResult(rows), provenance));

  static final RecordQuery<Film> FILMS = of(FilmColumns.TABLE, "f", "p", "", FilmColumns::film);

  static final RecordQuery<Cinema> CINEMAS =
      ofProgramme(CinemaColumns.TABLE, "c", "c.id", CinemaColumns::cinema);

  static final RecordQuery<Chain> CHAINS =
      of(ChainColumns.TABLE, "h", "p", "", ChainColumns::chain);

  static final RecordQuery<Screen> SCREENS =
      ofProgramme(ScreenColumns.TABLE, "r", "r.cinema_id", ScreenColumns::screen);

  static RecordQuery<?> of(Kind kind) {
    return switch (kind) {
      case SHOWTIME -> SHOWTIMES;
      case FILM -> FILMS;
      case CINEMA -> CINEMAS;
      case CHAIN -> CHAINS;
      case SCREEN -> SCREENS;
    };
  }

  /// Of records that the feeds of a cinema's programme confirm.
  private static <T extends ListedRecord> RecordQuery<T> ofProgramme(
      RecordTable<?> table, String row, String cinemaId, RowReader<T> reader) {
    String programme =
        " left join programme g on g.cinema_id = %s and g.provider_id = %s.provider_id"
            .formatted(cinemaId, row);
    return of(table, row, "g", programme, reader);
  }

  /// @param by what confirmed a record that has no observation of its own
  private static <T extends ListedRecord> RecordQuery<T> of(
      RecordTable<?> table, String row, String by, String join, RowReader<T> reader) {
    String select =
        """
        select %3$s, p.name as provider, %1$s.external_id,
          coalesce(%1$s.observed_at, %2$s.observed_at) as observed_at,
          coalesce(%1$s.source_updated_at, case when %1$s.observed_at is null then %2$s.source_updated_at
            else %1$s.observed_updated_at end) as source_updated_at
        from %4$s %1$s join provider p on p.id = %1$s.provider_id and not %1$s.hidden%5$s
        """
            .formatted(row, by, RecordTable.of(row, table.read()), table.kind().word(), join);
    return new RecordQuery<>(table.kind(), row, select, reader);
  }

  /// The records that meet a condition.
  Sql where(String condition) {
    return Sql.of(select + " where " + condition);
  }

  /// Records by (sorting key, id), to be read by [#named].
  ///
  /// @param and further conditions, each after an `and`
  Sql byName(String and, Position.@Nullable ByName after, int most) {
    String order = "%1$s.sort_key, %1$s.id".formatted(row);
    String page = after == null ? "" : " and (" + order + ") > (:key, :id)";
    return where("true" + and + page + " order by " + order + " limit :most")
        .bind("key", after == null ? null : after.key())
        .bind("id", after == null ? null : after.id())
        .bind("most", most);
  }

  /// The record of a row that is found by name.
  Placed<T> named(ResultSet rows) throws SQLException {
    T record = read(rows);
    return new Placed<>(record, new Position.ByName(rows.getString("sort_key"), record.id()));
  }

  /// The record with an id, or the one that answers for it.
  Optional<T> find(Connection connection, String id) throws SQLException {
    return where(row + ".id = :id")
        .bind("id", survivor(connection, id))
        .first(connection, this::read);
  }

  /// The id of the record that answers for an id. Asked by itself: what stands in place of a value
  /// in the statement for a page would hide from the planner how common it is.
  static String survivor(Connection connection, String id) throws SQLException {
    return Sql.of("select survivor from alias where id = :id")
        .bind("id", id)
        .first(connection, rows -> rows.getString(1))
        .orElse(id);
  }

  /// The same of an id that may be left out.
  static @Nullable String survivorOrNull(Connection connection, @Nullable String id)
      throws SQLException {
    return id == null ? null : survivor(connection, id);
  }

  /// The record of a row.
  T read(ResultSet rows) throws SQLException {
    return reader.read(
        rows,
        new Provenance(
            Sql.instant(rows, "observed_at"),
            Sql.instantOrNull(rows, "source_updated_at"),
            rows.getString("provider"),
            rows.getString("external_id")));
  }
}
