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
      Kind kind,
      String stored,
      String staged,
      List<String> joined,
      List<String> content,
      List<String> aside,
      String ddl) {
    /// All columns that are stored.
    List<String> kept() {
      return Stream.concat(content.stream(), aside.stream()).toList();
    }

    /// Whether source records are stored, from which records are published.
    boolean isSource() {
      return kind == Kind.FILM || kind == Kind.CINEMA;
    }
  }

  private static final String OBSERVATION =
      """
      source_updated_at timestamptz,
      observed_at timestamptz,
      observed_updated_at timestamptz
      """;

  static final Table CHAIN =
      new Table(
          Kind.CHAIN,
          "chain",
          "staged_chain",
          List.of("id"),
          List.of("external_id", "name", "sort_key", "website_url", "source_updated_at"),
          List.of(),
          """
          line bigint,
          id text collate "C",
          external_id text,
          name text,
          sort_key text collate "C",
          website_url text,
          """
              + OBSERVATION);

  static final Table CINEMA =
      new Table(
          Kind.CINEMA,
          "cinema_source",
          "staged_cinema",
          List.of("id", "chain_id"),
          List.of(
              "external_id",
              "chain_id",
              "name",
              "sort_key",
              "time_zone",
              "country_code",
              "locality",
              "postcode",
              "postcode_key",
              "missing_postcode",
              "address",
              "latitude",
              "longitude",
              "search_text",
              "source_updated_at"),
          List.of(),
          """
          line bigint,
          id text collate "C",
          external_id text,
          chain_id text collate "C",
          name text,
          sort_key text collate "C",
          time_zone text,
          country_code text,
          locality text,
          postcode text,
          postcode_key text collate "C",
          missing_postcode text,
          address text,
          latitude double precision,
          longitude double precision,
          search_text text collate "C",
          """
              + OBSERVATION);

  static final Table FILM =
      new Table(
          Kind.FILM,
          "film_source",
          "staged_film",
          List.of("id"),
          List.of(
              "external_id",
              "title",
              "sort_key",
              "duration_minutes",
              "certification",
              "poster_url",
              "release_date",
              "ext_catalog_a_id",
              "ext_catalog_b_id",
              "source_updated_at"),
          List.of("directors"),
          """
          line bigint,
          id text collate "C",
          external_id text,
          title text,
          sort_key text collate "C",
          duration_minutes integer,
          certification text,
          poster_url text,
          release_date date,
          ext_catalog_a_id text,
          ext_catalog_b_id text,
          directors text,
          """
              + OBSERVATION);

  static final Table SCREEN =
      new Table(
          Kind.SCREEN,
          "screen",
          "staged_screen",
          List.of("id", "cinema_id", "external_id", "folded_name"),
          List.of(
              "external_id", "name", "folded_name", "sort_key", "inventory", "source_updated_at"),
          List.of(),
          """
          line bigint,
          id text collate "C",
          cinema_id text collate "C",
          external_id text,
          name text,
          folded_name text collate "C",
          sort_key text collate "C",
          inventory boolean,
          """
              + OBSERVATION);

  /// `screen_key` is the external id of the screen seen, or its folded name where the schedule only
  /// names it, which `screen_named` then says. `zone` is the number of the zone that the offset was
  /// computed with, null for none; `clock_change` says what [StartTimes] noticed on the way.
  /// `version` is there where the id is made and may stand for several showings ([KeyCollisions]).
  static final Table SHOWTIME =
      new Table(
          Kind.SHOWTIME,
          "showtime",
          "staged_showtime",
          List.of("id", "cinema_id", "film_id", "screen_key"),
          List.of(
              "external_id",
              "film_id",
              "cinema_id",
              "starts_at",
              "offset_minutes",
              "attribute_mask",
              "booking_url",
              "screen_id",
              "screen_name",
              "source_film_id",
              "source_updated_at"),
          List.of(),
          """
          line bigint,
          id text collate "C",
          external_id text,
          film_id text collate "C",
          cinema_id text collate "C",
          starts_at timestamptz,
          offset_minutes smallint,
          written_offset smallint,
          local_start timestamp,
          zone smallint,
          clock_change smallint,
          attribute_mask smallint,
          booking_url text,
          screen_key text collate "C",
          screen_named boolean,
          screen_id text collate "C",
          screen_name text,
          source_film_id text collate "C",
          version text,
          """
              + OBSERVATION);

  /// The showtimes of a provider that others list too.
  static final Table SHARED_SHOWTIME =
      new Table(
          Kind.SHOWTIME,
          "showtime_source",
          SHOWTIME.staged(),
          SHOWTIME.joined(),
          SHOWTIME.content(),
          SHOWTIME.aside(),
          SHOWTIME.ddl());

  static final List<Table> ALL = List.of(CHAIN, CINEMA, FILM, SCREEN, SHOWTIME);
}
