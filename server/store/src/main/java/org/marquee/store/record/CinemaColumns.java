package org.marquee.store.record;

import static java.util.stream.Collectors.joining;
import static org.marquee.store.record.Column.Reach.ASIDE;
import static org.marquee.store.record.Column.Reach.READ;
import static org.marquee.store.record.Column.Reach.SOURCE;
import static org.marquee.store.record.Column.Reach.STORED;
import static org.marquee.store.record.Column.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedRecord;
import org.marquee.listing.Cinema;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Postcodes;
import org.marquee.listing.Provenance;
import org.marquee.listing.Sorting;
import org.marquee.matching.CinemaRules;
import org.marquee.matching.CinemaSource;
import org.marquee.store.record.Column.SqlType;

/// The columns of cinemas.
public final class CinemaColumns {
  private CinemaColumns() {}

  /// A cinema as a line of a feed gives it.
  ///
  /// @param chainId null for one of no chain
  /// @param country what stands in for a country code that the line lacks; null: nothing
  /// @param locality the same for its locality
  /// @param postcode the same for its postcode
  public record Said(
      FeedRecord.Cinema cinema,
      @Nullable String chainId,
      @Nullable String country,
      @Nullable String locality,
      @Nullable String postcode) {
    private String searchText() {
      String town = cinema.locality() == null ? locality : cinema.locality();
      return FoldedKeys.cinemaSearch(cinema.name(), town, cinema.postcode());
    }
  }

  private static final List<String> LOCATION =
      List.of("country_code", "locality", "postcode", "address", "latitude", "longitude");

  public static final RecordTable<Said> TABLE =
      new RecordTable<>(
          Kind.CINEMA,
          "cinema_source",
          List.of("id", "chain_id"),
          List.of(
              column("chain_id", READ, SqlType.KEY, Said::chainId),
              column("name", READ, SqlType.TEXT, said -> said.cinema().name()),
              column("sort_key", READ, SqlType.KEY, said -> Sorting.byName(said.cinema().name())),
              column("time_zone", STORED, SqlType.TEXT, said -> said.cinema().timeZone()),
              column(
                  "postcode_key",
                  STORED,
                  SqlType.KEY,
                  said -> postcodeKey(said.cinema().postcode())),
              column("missing_country", SOURCE, SqlType.TEXT, Said::country),
              column("missing_locality", SOURCE, SqlType.TEXT, Said::locality),
              column("missing_postcode", SOURCE, SqlType.TEXT, Said::postcode),
              column("search_text", STORED, SqlType.KEY, Said::searchText),
              column("keys", ASIDE, SqlType.TEXT, said -> keys(said.cinema())),
              column("country_code", READ, SqlType.TEXT, said -> said.cinema().countryCode()),
              column("locality", READ, SqlType.TEXT, said -> said.cinema().locality()),
              column("postcode", READ, SqlType.TEXT, said -> said.cinema().postcode()),
              column("address", READ, SqlType.TEXT, said -> said.cinema().address()),
              column("latitude", READ, SqlType.DOUBLE, said -> said.cinema().latitude()),
              column("longitude", READ, SqlType.DOUBLE, said -> said.cinema().longitude()),
              column("details", READ, SqlType.JSON, said -> said.cinema().details().document())));

  /// The columns of [#location], of the row `row`.
  public static String ofLocation(String row) {
    return RecordTable.of(row, LOCATION);
  }

  private static String keys(FeedRecord.Cinema cinema) {
    return keys(
        cinema.name(),
        new CinemaSource.Site(
            cinema.locality(),
            cinema.countryCode(),
            cinema.postcode(),
            cinema.latitude(),
            cinema.longitude()));
  }

  /// What a source record of a cinema shares with those that it may be linked with, a line each:
  /// hashes, since an index has room for short texts only.
  public static String keys(String name, CinemaSource.Site site) {
    return CinemaRules.keys(CinemaSource.of("", 0, name, null, site)).stream()
        .map(key -> Integer.toHexString(key.hashCode()))
        .distinct()
        .collect(joining("\n"));
  }

  private static @Nullable String postcodeKey(@Nullable String postcode) {
    return postcode == null ? null : Postcodes.key(postcode);
  }

  /// The cinema of a row.
  public static Cinema cinema(ResultSet rows, Provenance provenance) throws SQLException {
    return new Cinema(
        rows.getString("id"),
        rows.getString("chain_id"),
        rows.getString("name"),
        location(rows),
        provenance,
        rows.getString("details"));
  }

  /// Where the cinema of a row is.
  public static Location location(ResultSet rows) throws SQLException {
    return new Location(
        rows.getString("country_code"),
        rows.getString("locality"),
        rows.getString("postcode"),
        rows.getString("address"),
        rows.getObject("latitude", Double.class),
        rows.getObject("longitude", Double.class));
  }

  /// The time zone of a row's cinema; null where nobody names it.
  public static @Nullable ZoneId clock(ResultSet rows) throws SQLException {
    String zone = rows.getString("time_zone");
    return zone == null ? null : ZoneId.of(zone);
  }
}
