package org.marquee.store.read;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.store.record.CinemaColumns;
import org.marquee.store.sql.Sql;

/// The cinemas of a programme's place that come after a position, in order.
final class ProgrammePlace {
  private static final String CINEMAS =
      RecordQuery.CINEMAS.select().replaceFirst("select ", "select c.time_zone, ");

  private final Connection connection;
  private final ProgrammeQuery query;
  private final @Nullable Position after;
  private final @Nullable Set<String> among;

  /// A cinema that may be on the page.
  ///
  /// @param clock its time zone; null where nobody names it
  /// @param kilometres from the centre; null without one
  record Candidate(
      Cinema cinema, @Nullable ZoneId clock, @Nullable Double kilometres, Position position) {}

  /// A cinema that was read, and the key that its list is ordered by.
  private record Read(Cinema cinema, @Nullable ZoneId clock, String key) {
    static Read of(ResultSet rows) throws SQLException {
      return new Read(
          RecordQuery.CINEMAS.read(rows), CinemaColumns.clock(rows), rows.getString("sort_key"));
    }
  }

  /// @param among only cinemas with these ids; null: all
  ProgrammePlace(
      Connection connection,
      ProgrammeQuery query,
      @Nullable Position after,
      @Nullable Set<String> among) {
    this.connection = connection;
    this.query = query;
    this.after = after;
    this.among = among;
  }

  List<Candidate> candidates(int most) throws SQLException {
    return switch (query.place()) {
      case ProgrammeQuery.Place.Named(List<String> ids) -> named(ids);
      case ProgrammeQuery.Place.Near(CinemaQuery.Around around) -> near(around, most);
      case ProgrammeQuery.Place.Anywhere() -> anywhere();
    };
  }

  private boolean fits(Cinema cinema) {
    return (query.chainId() == null || query.chainId().equals(cinema.chainId()))
        && (among == null || among.contains(cinema.id()));
  }

  private Map<String, Read> read(List<String> ids) throws SQLException {
    Map<String, Read> read = new HashMap<>();
    Sql.of(CINEMAS + " where c.id = any(:ids)")
        .bind("ids", ids.toArray(String[]::new))
        .each(connection, rows -> read.put(rows.getString("id"), Read.of(rows)));
    return read;
  }

  private List<Candidate> named(List<String> names) throws SQLException {
    List<String> ids = new ArrayList<>();
    for (String name : names) {
      ids.add(Objects.requireNonNull(PostgresListings.record(connection, name)));
    }
    Map<String, Read> read = read(ids);
    int first = after instanceof Position.ByOrdinal(int last, _) ? last + 1 : 0;
    Set<String> seen = new HashSet<>();
    List<Candidate> candidates = new ArrayList<>();
    for (int ordinal = 0; ordinal < ids.size(); ordinal++) {
      String id = ids.get(ordinal);
      Read each = read.get(id);
      if (each != null && seen.add(id) && ordinal >= first && fits(each.cinema())) {
        candidates.add(
            new Candidate(each.cinema(), each.clock(), null, new Position.ByOrdinal(ordinal, id)));
      }
    }
    return candidates;
  }

  private List<Candidate> near(CinemaQuery.Around around, int most) throws SQLException {
    List<CinemasAround.Found> found =
        CinemasAround.find(
            connection,
            new CinemaQuery(null, query.chainId(), around),
            around,
            (Position.@Nullable ByDistance) after,
            most);
    List<CinemasAround.Found> fitting = found.stream().filter(each -> fits(each.cinema())).toList();
    Map<String, Read> read = read(fitting.stream().map(each -> each.cinema().id()).toList());
    List<Candidate> candidates = new ArrayList<>();
    for (CinemasAround.Found each : fitting) {
      String id = each.cinema().id();
      candidates.add(
          new Candidate(
              each.cinema(),
              Objects.requireNonNull(read.get(id)).clock(),
              each.kilometres(),
              new Position.ByDistance(each.kilometres(), id)));
    }
    return candidates;
  }

  private List<Candidate> anywhere() throws SQLException {
    Position.ByName place = (Position.@Nullable ByName) after;
    List<Candidate> candidates = new ArrayList<>();
    Sql.of(
            CINEMAS
                + " where c.id = any(:among)"
                + (place == null ? "" : " and (c.sort_key, c.id) > (:key, :id)")
                + " order by c.sort_key, c.id")
        .bind("among", Objects.requireNonNull(among).toArray(String[]::new))
        .bind("key", place == null ? null : place.key())
        .bind("id", place == null ? null : place.id())
        .each(
            connection,
            rows -> {
              Read each = Read.of(rows);
              if (fits(each.cinema())) {
                candidates.add(
                    new Candidate(
                        each.cinema(),
                        each.clock(),
                        null,
                        new Position.ByName(each.key(), each.cinema().id())));
              }
            });
    return candidates;
  }
}
