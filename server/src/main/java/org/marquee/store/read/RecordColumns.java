package org.marquee.store.read;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Attributes;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;
import org.marquee.store.sql.Sql;

/// Rows as the trade's records: what to select of each kind, and how to read it.
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
      """
      select s.id, s.film_id, s.cinema_id, s.starts_at, s.offset_minutes, s.booking_url, s.attribute_mask,
        s.screen_id, s.screen_name
      """
          + provenance("s", "g")
          + " from showtime s"
          + joinProgramme("s", "s.cinema_id");

  static final String FILMS =
      """
      select f.id, f.sort_key, f.title, f.duration_minutes, f.certification, f.poster_url, f.release_date,
        f.ext_catalog_a_id, f.ext_catalog_b_id, f.other_titles
      """
          + provenance("f", "p")
          + " from film f"
          + joinProvider("f");

  static final String CINEMAS =
      """
      select c.id, c.sort_key, c.chain_id, c.name, c.country_code, c.locality, c.postcode, c.address, c.latitude,
        c.longitude
      """
          + provenance("c", "g")
          + " from cinema c"
          + joinProgramme("c", "c.id");

  static final String CHAINS =
      "select h.id, h.sort_key, h.name, h.website_url"
          + provenance("h", "p")
          + " from chain h"
          + joinProvider("h");

  static final String SCREENS =
      "select r.id, r.sort_key, r.cinema_id, r.name, r.inventory"
          + provenance("r", "g")
          + " from screen r"
          + joinProgramme("r", "r.cinema_id");

  private static Provenance provenance(ResultSet rows) throws SQLException {
    return new Provenance(
        Sql.instant(rows, "observed_at"),
        Sql.instantOrNull(rows, "source_updated_at"),
        rows.getString("provider"),
        rows.getString("external_id"));
  }

  static Showtime showtime(ResultSet rows) throws SQLException {
    return new Showtime(
        rows.getString("id"),
        rows.getString("film_id"),
        rows.getString("cinema_id"),
        Sql.instant(rows, "starts_at"),
        rows.getInt("offset_minutes"),
        rows.getString("booking_url"),
        new Attributes(rows.getInt("attribute_mask")),
        rows.getString("screen_id"),
        rows.getString("screen_name"),
        provenance(rows));
  }

  static Film film(ResultSet rows) throws SQLException {
    return new Film(
        rows.getString("id"),
        rows.getString("title"),
        rows.getObject("duration_minutes", Integer.class),
        rows.getString("certification"),
        rows.getString("poster_url"),
        rows.getObject("release_date", LocalDate.class),
        rows.getString("ext_catalog_a_id"),
        rows.getString("ext_catalog_b_id"),
        lines(rows.getString("other_titles")),
        provenance(rows));
  }

  private static List<String> lines(@Nullable String text) {
    return text == null ? List.of() : text.lines().toList();
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
                            lines(rows.getString("other_titles")).stream())
                        .toList()));
  }

  static Cinema cinema(ResultSet rows) throws SQLException {
    return new Cinema(
        rows.getString("id"),
        rows.getString("chain_id"),
        rows.getString("name"),
        new Location(
            rows.getString("country_code"),
            rows.getString("locality"),
            rows.getString("postcode"),
            rows.getString("address"),
            rows.getObject("latitude", Double.class),
            rows.getObject("longitude", Double.class)),
        provenance(rows));
  }

  /// The time zone of a cinema; null where nobody names it.
  static @Nullable ZoneId clock(ResultSet rows) throws SQLException {
    String zone = rows.getString("time_zone");
    return zone == null ? null : ZoneId.of(zone);
  }

  static Chain chain(ResultSet rows) throws SQLException {
    return new Chain(
        rows.getString("id"),
        rows.getString("name"),
        rows.getString("website_url"),
        provenance(rows));
  }

  static Screen screen(ResultSet rows) throws SQLException {
    Provenance provenance = provenance(rows);
    return new Screen(
        rows.getString("id"),
        rows.getString("cinema_id"),
        rows.getString("name"),
        rows.getBoolean("inventory")
            ? Screen.Evidence.AUTHORITATIVE_INVENTORY
            : Screen.Evidence.SCHEDULE_OBSERVED,
        provenance.observedAt(),
        provenance);
  }
}
