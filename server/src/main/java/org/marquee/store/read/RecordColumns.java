package org.marquee.store.read;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
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

/// Published records with their provenance: what to select of each kind, and how to read it.
final class RecordColumns {
  private RecordColumns() {}

  /// The provenance of a record with the alias `of`, its own or that of what confirmed it, `by`.
  private static String provenance(String of, String by) {
    return """
    , p.name as provider, %1$s.external_id,
    coalesce(%1$s.observed_at, %2$s.observed_at) as observed_at,
    coalesce(%1$s.source_updated_at, case when %1$s.observed_at is null then %2$s.source_updated_at
      else %1$s.observed_updated_at end) as source_updated_at
    """
        .formatted(of, by);
  }

  private static String joinProvider(String of) {
    return " join provider p on p.id = %1$s.provider_id ".formatted(of);
  }

  private static String joinProgramme(String of, String cinemaId) {
    return joinProvider(of)
        + " left join programme g on g.cinema_id = %2$s and g.provider_id = %1$s.provider_id "
            .formatted(of, cinemaId);
  }

  static final String SHOWTIMES =
      select(ShowtimeColumns.TABLE, "s", "g") + joinProgramme("s", "s.cinema_id");

  static final String FILMS = select(FilmColumns.TABLE, "f", "p") + joinProvider("f");

  static final String CINEMAS = select(CinemaColumns.TABLE, "c", "g") + joinProgramme("c", "c.id");

  static final String CHAINS = select(ChainColumns.TABLE, "h", "p") + joinProvider("h");

  static final String SCREENS =
      select(ScreenColumns.TABLE, "r", "g") + joinProgramme("r", "r.cinema_id");

  private static String select(RecordTable<?> table, String of, String by) {
    return "select %s%s from %s %s"
        .formatted(RecordTable.of(of, table.read()), provenance(of, by), table.kind().word(), of);
  }

  private static Provenance provenance(ResultSet rows) throws SQLException {
    return new Provenance(
        Sql.instant(rows, "observed_at"),
        Sql.instantOrNull(rows, "source_updated_at"),
        rows.getString("provider"),
        rows.getString("external_id"));
  }

  static Showtime showtime(ResultSet rows) throws SQLException {
    return ShowtimeColumns.showtime(NamedValues.of(rows), provenance(rows));
  }

  static Film film(ResultSet rows) throws SQLException {
    return FilmColumns.film(rows, provenance(rows));
  }

  static Cinema cinema(ResultSet rows) throws SQLException {
    return CinemaColumns.cinema(rows, provenance(rows));
  }

  static Chain chain(ResultSet rows) throws SQLException {
    return ChainColumns.chain(rows, provenance(rows));
  }

  static Screen screen(ResultSet rows) throws SQLException {
    return ScreenColumns.screen(rows, provenance(rows));
  }

  /// Of all films, or of some, in the order of their list.
  ///
  /// @param ids null: all
  static List<Film.Titles> titles(Connection connection, @Nullable Collection<String> ids)
      throws SQLException {
    return Sql.of(
            "select id, title, other_titles from film"
                + (ids == null ? " order by sort_key, id" : " where id = any(:ids)"))
        .bind("ids", ids == null ? null : ids.toArray(String[]::new))
        .list(
            connection,
            rows ->
                new Film.Titles(
                    rows.getString("id"),
                    Stream.concat(
                            Stream.of(rows.getString("title")),
                            FilmColumns.otherTitles(rows).stream())
                        .toList()));
  }

  /// The time zone of a cinema; null where nobody names it.
  static @Nullable ZoneId clock(ResultSet rows) throws SQLException {
    String zone = rows.getString("time_zone");
    return zone == null ? null : ZoneId.of(zone);
  }
}
