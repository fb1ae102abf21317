package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.GreatCircle;
import org.marquee.listing.Position;
import org.marquee.listing.UnknownPostcode;
import org.marquee.store.sql.Sql;

/// Cinemas within a distance. SQL finds those in the band of latitude; the distance itself is
/// computed by [GreatCircle], like everywhere, since two implementations of a sine may differ in
/// the last bit and so in the order.
final class CinemasAround {
  private CinemasAround() {}

  /// A cinema and how far it is.
  record Found(Cinema cinema, double kilometres) {}

  private record Candidate(String id, double latitude, double longitude) {}

  private record Placed(String id, double kilometres) {
    static final Comparator<Placed> ORDER =
        Comparator.comparingDouble(Placed::kilometres).thenComparing(Placed::id);
  }

  /// The nearest `most` after the position given.
  static List<Found> find(
      Connection connection,
      CinemaQuery query,
      CinemaQuery.Around around,
      Position.@Nullable ByDistance after,
      int most)
      throws SQLException {
    List<Centre.Point> centres = centres(connection, around.centre());
    List<Placed> nearest =
        candidates(connection, query, around.radiusKm(), centres).stream()
            .map(candidate -> new Placed(candidate.id(), nearest(candidate, centres)))
            .filter(placed -> placed.kilometres() <= around.radiusKm())
            .filter(placed -> after == null || isAfter(placed, after))
            .sorted(Placed.ORDER)
            .limit(most)
            .toList();
    Map<String, Cinema> cinemas = new HashMap<>();
    for (Cinema cinema :
        RecordQuery.CINEMAS
            .where("c.id = any(:ids)")
            .bind("ids", nearest.stream().map(Placed::id).toArray(String[]::new))
            .list(connection, RecordQuery.CINEMAS::read)) {
      cinemas.put(cinema.id(), cinema);
    }
    return nearest.stream()
        .map(placed -> new Found(stored(cinemas, placed.id()), placed.kilometres()))
        .toList();
  }

  private static Cinema stored(Map<String, Cinema> cinemas, String id) {
    Cinema cinema = cinemas.get(id);
    if (cinema == null) {
      throw new IllegalStateException("a cinema vanished within one transaction: " + id);
    }
    return cinema;
  }

  private static boolean isAfter(Placed placed, Position.ByDistance after) {
    return Placed.ORDER.compare(placed, new Placed(after.id(), after.kilometres())) > 0;
  }

  private static double nearest(Candidate candidate, List<Centre.Point> centres) {
    double nearest = Double.POSITIVE_INFINITY;
    for (Centre.Point centre : centres) {
      nearest =
          Math.min(
              nearest,
              GreatCircle.kilometres(
                  centre.latitude(),
                  centre.longitude(),
                  candidate.latitude(),
                  candidate.longitude()));
    }
    return nearest;
  }

  private static List<Centre.Point> centres(Connection connection, Centre centre)
      throws SQLException {
    return switch (centre) {
      case Centre.Point point -> List.of(point);
      case Centre.Postcode(String key) -> {
        List<Centre.Point> geocoded =
            Sql.of(
                    """
                    select distinct latitude, longitude from cinema
                    where postcode_key = :key and latitude is not null and longitude is not null
                    """)
                .bind("key", key)
                .list(
                    connection,
                    rows ->
                        new Centre.Point(rows.getDouble("latitude"), rows.getDouble("longitude")));
        if (geocoded.isEmpty()) {
          throw new UnknownPostcode(key);
        }
        yield geocoded;
      }
    };
  }

  private static List<Candidate> candidates(
      Connection connection, CinemaQuery query, double radiusKm, List<Centre.Point> centres)
      throws SQLException {
    double south = centres.stream().mapToDouble(Centre.Point::latitude).min().orElseThrow();
    double north = centres.stream().mapToDouble(Centre.Point::latitude).max().orElseThrow();
    double margin = GreatCircle.degreesNorth(radiusKm);
    StringBuilder where =
        new StringBuilder(
            " where c.longitude is not null and c.latitude between :south and :north");
    appendFilters(query, where);
    return bindFilters(query, Sql.of("select c.id, c.latitude, c.longitude from cinema c" + where))
        .bind("south", south - margin)
        .bind("north", north + margin)
        .list(
            connection,
            rows ->
                new Candidate(
                    rows.getString("id"), rows.getDouble("latitude"), rows.getDouble("longitude")));
  }

  /// The filters that every search of cinemas has.
  static void appendFilters(CinemaQuery query, StringBuilder where) {
    if (query.search() != null) {
      where.append(" and :search <> '' and position(:search in c.search_text) > 0");
    }
    if (query.chainId() != null) {
      where.append(" and c.chain_id = :chain");
    }
  }

  static Sql bindFilters(CinemaQuery query, Sql sql) {
    return sql.bind("search", query.search()).bind("chain", query.chainId());
  }
}
