package org.marquee.baseline;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.marquee.baseline.Cinema.Location;
import org.marquee.baseline.Envelope.Provenance;

/// Rows as records.
final class Rows {
  /// In the order of the bits of the mask.
  static final List<String> ATTRIBUTES =
      List.of(
          "imax",
          "4dx",
          "dolby-cinema",
          "70mm",
          "screenx",
          "audio-described",
          "subtitled",
          "relaxed",
          "q-and-a",
          "preview",
          "kids",
          "live-event");

  /// What a mask stands for; there are 4,096 of them.
  private static final List<List<String>> MARKED =
      IntStream.range(0, 1 << ATTRIBUTES.size()).mapToObj(Rows::marked).toList();

  private Rows() {}

  private static List<String> marked(int mask) {
    return IntStream.range(0, ATTRIBUTES.size())
        .filter(bit -> (mask >> bit & 1) != 0)
        .mapToObj(ATTRIBUTES::get)
        .toList();
  }

  static Showtime showtime(ResultSet row, int number) throws SQLException {
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(row.getInt("offset_minutes") * 60);
    return new Showtime(
        row.getString("id"),
        row.getString("film_id"),
        row.getString("cinema_id"),
        row.getObject("starts_at", OffsetDateTime.class).withOffsetSameInstant(offset),
        row.getString("booking_url"),
        MARKED.get(row.getInt("attribute_mask")),
        row.getString("screen_id"),
        row.getString("screen_name"),
        provenance(row));
  }

  static Film film(ResultSet row, int number) throws SQLException {
    return new Film(
        row.getString("id"),
        row.getString("title"),
        row.getObject("duration_minutes", Integer.class),
        row.getString("certification"),
        row.getString("poster_url"),
        row.getObject("release_date", LocalDate.class),
        row.getString("ext_catalog_a_id"),
        row.getString("ext_catalog_b_id"),
        provenance(row));
  }

  static Cinema cinema(ResultSet row, int number) throws SQLException {
    return new Cinema(
        row.getString("id"),
        row.getString("chain_id"),
        row.getString("name"),
        new Location(
            row.getString("country_code"),
            row.getString("locality"),
            row.getString("postcode"),
            row.getString("address"),
            row.getObject("latitude", Double.class),
            row.getObject("longitude", Double.class)),
        provenance(row));
  }

  private static Provenance provenance(ResultSet row) throws SQLException {
    return new Provenance(
        row.getObject("observed_at", OffsetDateTime.class).toInstant(),
        instant(row.getObject("source_updated_at", OffsetDateTime.class)),
        row.getString("provider"),
        row.getString("external_id"));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}
