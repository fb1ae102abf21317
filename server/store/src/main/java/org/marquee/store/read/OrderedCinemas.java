package org.marquee.store.read;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.GreatCircle;
import org.marquee.listing.Location;
import org.marquee.listing.Position;
import org.marquee.listing.UnknownCentre;
import org.marquee.store.sql.Sql;

/// The cinemas of a programme in their orders, as one transaction sees them.
///
/// @param chainId only cinemas of this chain
/// @param among only cinemas with these ids; null: all
record OrderedCinemas(
    Connection connection, @Nullable String chainId, @Nullable Set<String> among) {
  private static final Comparator<Position.ByDistance> NEAREST =
      Comparator.comparingDouble(Position.ByDistance::kilometres)
          .thenComparing(Position.ByDistance::id);

  private String conditions() {
    return (chainId == null ? "" : " and c.chain_id = :chain")
        + (among == null ? "" : " and c.id = any(:among)");
  }

  private Sql bound(Sql sql) {
    return sql.bind("chain", chainId)
        .bind("among", among == null ? null : among.toArray(String[]::new));
  }

  /// The first `most` by name after the position given.
  List<Placed<Cinema>> byName(Position.@Nullable ByName after, int most) throws SQLException {
    return bound(RecordQuery.CINEMAS.byName(conditions(), after, most))
        .list(connection, RecordQuery.CINEMAS::named);
  }

  /// The cinemas with these ids, or with records that were merged into them, in this order.
  List<Placed<Cinema>> named(List<String> ids, Position.@Nullable ByOrdinal after)
      throws SQLException {
    List<String> survivors = new ArrayList<>();
    for (String id : ids) {
      survivors.add(RecordQuery.survivor(connection, id));
    }
    Map<String, Cinema> found = new HashMap<>();
    bound(RecordQuery.CINEMAS.where("c.id = any(:ids)" + conditions()))
        .bind("ids", survivors.toArray(String[]::new))
        .each(connection, rows -> found.put(rows.getString("id"), RecordQuery.CINEMAS.read(rows)));
    Set<String> seen = new HashSet<>();
    List<Placed<Cinema>> placed = new ArrayList<>();
    for (int ordinal = 0; ordinal < survivors.size(); ordinal++) {
      String id = survivors.get(ordinal);
      Cinema cinema = found.get(id);
      if (cinema != null && seen.add(id) && (after == null || ordinal > after.ordinal())) {
        placed.add(new Placed<>(cinema, new Position.ByOrdinal(ordinal, id)));
      }
    }
    return placed;
  }

  /// The nearest `most` after the position given. SQL finds those in the band of latitude; the
  /// distance itself is computed by [GreatCircle], like everywhere, since two implementations of a
  /// sine may differ in the last bit and so in the order.
  ///
  /// @throws UnknownCentre if nothing is known of the centre
  List<Placed<Cinema>> around(Around around, Position.@Nullable ByDistance after, int most)
      throws SQLException {
    List<Centre.Point> centres = centres(around.centre());
    double margin = GreatCircle.degreesNorth(around.radiusKm());
    double south = centres.stream().mapToDouble(Centre.Point::latitude).min().orElseThrow();
    double north = centres.stream().mapToDouble(Centre.Point::latitude).max().orElseThrow();
    return bound(
            RecordQuery.CINEMAS.where(
                "c.longitude is not null and c.latitude between :south and :north" + conditions()))
        .bind("south", south - margin)
        .bind("north", north + margin)
        .list(connection, RecordQuery.CINEMAS::read)
        .stream()
        .map(cinema -> new Placed<>(cinema, nearest(cinema, centres)))
        .filter(each -> distance(each).kilometres() <= around.radiusKm())
        .filter(each -> after == null || NEAREST.compare(distance(each), after) > 0)
        .sorted(Comparator.comparing(OrderedCinemas::distance, NEAREST))
        .limit(most)
        .toList();
  }

  private static Position.ByDistance distance(Placed<Cinema> cinema) {
    return (Position.ByDistance) cinema.position();
  }

  private static Position nearest(Cinema cinema, List<Centre.Point> centres) {
    Location location = cinema.location();
    double latitude = Objects.requireNonNull(location.latitude());
    double longitude = Objects.requireNonNull(location.longitude());
    return new Position.ByDistance(
        centres.stream()
            .mapToDouble(centre ->
                GreatCircle.kilometres(centre.latitude(), centre.longitude(), latitude, longitude))
            .min()
            .orElseThrow(),
        cinema.id());
  }

  private List<Centre.Point> centres(Centre centre) throws SQLException {
    return switch (centre) {
      case Centre.Point point -> List.of(point);
      case Centre.Postcode(String key) -> {
        List<Centre.Point> geocoded =
            Sql.of(
                    """
                    select distinct latitude, longitude from cinema
                    where not hidden and postcode_key = :key and latitude is not null and longitude is not null
                    """)
                .bind("key", key)
                .list(
                    connection,
                    rows ->
                        new Centre.Point(rows.getDouble("latitude"), rows.getDouble("longitude")));
        if (geocoded.isEmpty()) {
          throw new UnknownCentre(centre);
        }
        yield geocoded;
      }
      case Centre.PlaceId _ ->
          throw new IllegalArgumentException(centre + " is looked up in memory");
    };
  }
}
