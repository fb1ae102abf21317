package org.marquee.store.reconcile;

import java.util.List;
import java.util.stream.Stream;
import org.marquee.listing.Kind;

/// The staged records of each kind: the temporary table, the table they are stored in, and the
/// columns of both.
///
/// Films and cinemas are referred to by the ids of source records, until [RecordReferences]
/// replaces them by those of records. `line` is null for a record of an earlier feed that was held
/// back and is staged again. Such a record has the observation of its own feed, and so has a line
/// of a later feed, where several are read as one.
final class StagingTables {
  private StagingTables() {}

  /// One kind's table.
  ///
  /// @param joined the columns that other tables are joined by
  /// @param content the columns whose difference makes a record changed
  /// @param aside the columns that are stored but not published, and make no record changed
  record Table(
      Kind kind, String stored, List<String> joined, List<String> content, List<String> aside) {
    private static Table of(Kind kind, String stored, String joined, String content) {
      return new Table(
          kind, stored, List.of(joined.split(" ", -1)), List.of(content.split(" ", -1)), List.of());
    }

    String staged() {
      return "staged_" + kind.word();
    }

    List<String> kept() {
      return Stream.concat(content.stream(), aside.stream()).toList();
    }

    /// Whether source records are stored, from which records are published.
    boolean isSource() {
      return kind == Kind.FILM || kind == Kind.CINEMA;
    }
  }

  static final Table CHAIN =
      Table.of(
          Kind.CHAIN, "chain", "id", "external_id name sort_key website_url source_updated_at");

  static final Table CINEMA =
      Table.of(
          Kind.CINEMA,
          "cinema_source",
          "id chain_id",
          "external_id chain_id name sort_key time_zone country_code locality postcode postcode_key"
              + " missing_country missing_locality missing_postcode address latitude longitude search_text source_updated_at");

  static final Table FILM =
      new Table(
          Kind.FILM,
          "film_source",
          List.of("id"),
          List.of(
              ("external_id title sort_key duration_minutes certification poster_url release_date"
                      + " ext_catalog_a_id ext_catalog_b_id original_title titles"
                      + " source_updated_at")
                  .split(" ", -1)),
          List.of("directors"));

  static final Table SCREEN =
      Table.of(
          Kind.SCREEN,
          "screen",
          "id cinema_id external_id folded_name",
          "external_id name folded_name sort_key inventory source_updated_at");

  static final Table SHOWTIME = showtime("showtime");

  /// The showtimes of a provider that others list too.
  static final Table SHARED_SHOWTIME = showtime("showtime_source");

  static final List<Table> ALL = List.of(CHAIN, CINEMA, FILM, SCREEN, SHOWTIME);

  private static Table showtime(String stored) {
    return Table.of(
        Kind.SHOWTIME,
        stored,
        "id cinema_id film_id screen_key",
        "external_id film_id cinema_id starts_at offset_minutes attribute_mask booking_url"
            + " screen_id screen_name source_film_id source_updated_at");
  }
}
