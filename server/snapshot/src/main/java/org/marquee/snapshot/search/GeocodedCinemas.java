package org.marquee.snapshot.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.GreatCircle;
import org.marquee.listing.Position;
import org.marquee.listing.UnknownCentre;
import org.marquee.snapshot.record.IndexedRecord;
import org.marquee.snapshot.record.WrittenRecord;

/// The cinemas whose coordinates are known, found by distance (docs/api.md, "Search cinemas").
/// Immutable.
///
/// A [GreatCircle] takes a tenth of a microsecond. The straight lines through the globe, which are
/// as long but for rounding, select the candidates first.
final class GeocodedCinemas {
  /// Wider than what rounding does to a straight line, in radii of the Earth: half a millimetre.
  private static final double ROUNDING = 1e-10;

  private final IndexedCinema[] fromSouth;
  private final double[] latitudes;

  /// The points on a globe of radius 1, three numbers each.
  private final double[] points;

  private final Map<String, List<Centre.Point>> centres;

  GeocodedCinemas(List<IndexedCinema> cinemas) {
    fromSouth =
        cinemas.stream()
            .filter(IndexedCinema::isGeocoded)
            .sorted(Comparator.comparingDouble(IndexedCinema::latitude))
            .toArray(IndexedCinema[]::new);
    latitudes = Arrays.stream(fromSouth).mapToDouble(IndexedCinema::latitude).toArray();
    points =
        Arrays.stream(fromSouth)
            .flatMapToDouble(
                cinema -> Arrays.stream(onGlobe(cinema.latitude(), cinema.longitude())))
            .toArray();
    centres = centres(fromSouth);
  }

  private static double[] onGlobe(double latitude, double longitude) {
    double north = Math.toRadians(latitude);
    double east = Math.toRadians(longitude);
    return new double[] {
      Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)
    };
  }

  private static Map<String, List<Centre.Point>> centres(IndexedCinema[] geocoded) {
    Map<String, Set<Centre.Point>> distinct = new HashMap<>();
    for (IndexedCinema cinema : geocoded) {
      String postcode = cinema.postcodeKey();
      if (postcode != null) {
        distinct
            .computeIfAbsent(postcode, _ -> new LinkedHashSet<>())
            .add(new Centre.Point(cinema.latitude(), cinema.longitude()));
      }
    }
    Map<String, List<Centre.Point>> centres = HashMap.newHashMap(distinct.size());
    distinct.forEach((postcode, points) -> centres.put(postcode, List.copyOf(points)));
    return centres;
  }

  /// A cinema and how far it is.
  record Placed(IndexedCinema cinema, double kilometres) implements IndexedRecord {
    private static final Comparator<Placed> ORDER =
        Comparator.comparingDouble(Placed::kilometres)
            .thenComparing((a, b) -> a.entry().compareId(b.entry()));

    @Override
    public WrittenRecord entry() {
      return cinema.entry();
    }
  }

  /// The cinemas within a circle that fit and come after a position, nearest first.
  ///
  /// @throws UnknownCentre if nothing is known of the centre
  List<Placed> within(
      Around around, Predicate<IndexedCinema> fits, Position.@Nullable ByDistance after) {
    List<Centre.Point> centre = points(around.centre());
    double margin = GreatCircle.degreesNorth(around.radiusKm());
    double south = Double.POSITIVE_INFINITY;
    double north = Double.NEGATIVE_INFINITY;
    double[][] centres = new double[centre.size()][];
    // No streams: they took a twentieth of a programme.
    for (int each = 0; each < centres.length; each++) {
      Centre.Point point = centre.get(each);
      south = Math.min(south, point.latitude());
      north = Math.max(north, point.latitude());
      centres[each] = onGlobe(point.latitude(), point.longitude());
    }
    double longest = square(line(around.radiusKm()) + ROUNDING);
    byte[] afterId = after == null ? new byte[0] : after.id().getBytes(UTF_8);
    int until = firstFrom(Math.nextUp(north + margin));
    List<Placed> placed = new ArrayList<>();
    for (int number = firstFrom(south - margin); number < until; number++) {
      IndexedCinema cinema = fromSouth[number];
      if (squareOfLine(number, centres) <= longest && fits.test(cinema)) {
        double kilometres = nearest(cinema, centre);
        if (kilometres <= around.radiusKm()
            && (after == null
                || isAfter(kilometres, cinema.entry(), after.kilometres(), afterId))) {
          placed.add(new Placed(cinema, kilometres));
        }
      }
    }
    placed.sort(Placed.ORDER);
    return placed;
  }

  /// The square of the straight line from a cinema to the nearest of some points.
  private double squareOfLine(int number, double[][] centres) {
    double least = Double.POSITIVE_INFINITY;
    for (double[] point : centres) {
      least =
          Math.min(
              least,
              square(points[3 * number] - point[0])
                  + square(points[3 * number + 1] - point[1])
                  + square(points[3 * number + 2] - point[2]));
    }
    return least;
  }

  /// The number of the first cinema that is not south of a latitude.
  private int firstFrom(double latitude) {
    int found = Arrays.binarySearch(latitudes, latitude);
    int from = found < 0 ? -found - 1 : found;
    while (from > 0 && latitudes[from - 1] == latitude) {
      from--;
    }
    return from;
  }

  /// The straight line through a globe of radius 1 between two points of a distance.
  private static double line(double kilometres) {
    return 2 * Math.sin(kilometres / GreatCircle.EARTH_RADIUS_KM / 2);
  }

  private static double square(double number) {
    return number * number;
  }

  private static boolean isAfter(
      double kilometres, WrittenRecord entry, double other, byte[] otherId) {
    int difference = Double.compare(kilometres, other);
    return difference > 0 || (difference == 0 && entry.compareId(otherId) > 0);
  }

  private static double nearest(IndexedCinema cinema, List<Centre.Point> centre) {
    double nearest = Double.POSITIVE_INFINITY;
    for (Centre.Point point : centre) {
      nearest =
          Math.min(
              nearest,
              GreatCircle.kilometres(
                  point.latitude(), point.longitude(), cinema.latitude(), cinema.longitude()));
    }
    return nearest;
  }

  private List<Centre.Point> points(Centre centre) {
    return switch (centre) {
      case Centre.Point point -> List.of(point);
      case Centre.Postcode(String key) -> {
        List<Centre.Point> known = centres.get(key);
        if (known == null) {
          throw new UnknownCentre(centre);
        }
        yield known;
      }
      case Centre.PlaceId _ -> throw new IllegalArgumentException(centre + " is looked up before");
    };
  }
}
