package org.marquee.site.programme;

import java.util.ArrayList;
import java.util.List;
import org.marquee.listing.Cinema;
import org.marquee.listing.ProgrammeEntry;

/// A map around a place, as a drawing: rings by distance, and a point for each cinema. North is up.
/// Coordinates are in a square of 400 by 400 whose middle is the place.
///
/// @param rings within the radius, the smallest first
public record CinemaMap(List<Ring> rings, List<Point> points) {
  private static final double HALF = 200;

  /// What fits inside the square, with room for names.
  private static final double REACH = 180;

  /// The name of a narrower ring would cover the middle.
  private static final double NARROWEST = 30;

  /// Two points this far from each other do not overlap.
  private static final double APART = 23;

  private static final int STEPS = 60;
  private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
  private static final double KM_PER_DEGREE = 111.195;
  private static final List<Integer> KILOMETRES = List.of(1, 2, 5, 10, 25, 50, 100);

  /// A ring.
  ///
  /// @param radius in the drawing
  public record Ring(int kilometres, double radius) {}

  /// A cinema.
  ///
  /// @param number beside the point and in the list
  public record Point(int number, Cinema cinema, double x, double y) {}

  /// @param radius in kilometres, more than 0
  static CinemaMap of(
      List<ProgrammeEntry> entries, double latitude, double longitude, double radius) {
    double farthest =
        entries.stream()
            .mapToDouble(each -> each.kilometres() == null ? 0 : each.kilometres())
            .max()
            .orElse(radius);
    double shown = Math.max(1, Math.min(radius, farthest * 1.15));
    List<Ring> rings =
        KILOMETRES.stream()
            .filter(each -> each <= shown && each / shown * REACH >= NARROWEST)
            .map(each -> new Ring(each, rounded(each / shown * REACH)))
            .toList();
    List<Point> points = new ArrayList<>();
    for (ProgrammeEntry entry : entries) {
      Double north = entry.cinema().location().latitude();
      Double east = entry.cinema().location().longitude();
      if (north != null && east != null) {
        double up = (north - latitude) * KM_PER_DEGREE;
        double right =
            Math.IEEEremainder(east - longitude, 360)
                * KM_PER_DEGREE
                * Math.cos(Math.toRadians(latitude));
        points.add(
            beside(
                points, entry.cinema(), HALF + right / shown * REACH, HALF - up / shown * REACH));
      }
    }
    return new CinemaMap(rings, List.copyOf(points));
  }

  /// The point, or the nearest place on a spiral around it where it covers no number of another.
  private static Point beside(List<Point> others, Cinema cinema, double x, double y) {
    double left = x;
    double top = y;
    for (int step = 1; step <= STEPS && isTaken(others, left, top); step++) {
      double turn = step * GOLDEN_ANGLE;
      double away = 5 * Math.sqrt(step);
      left = x + away * Math.cos(turn);
      top = y + away * Math.sin(turn);
    }
    return new Point(others.size() + 1, cinema, rounded(left), rounded(top));
  }

  private static boolean isTaken(List<Point> others, double x, double y) {
    return others.stream().anyMatch(each -> Math.hypot(each.x() - x, each.y() - y) < APART);
  }

  private static double rounded(double value) {
    return Math.round(Math.clamp(value, 4, 2 * HALF - 4) * 10) / 10.0;
  }

  /// The number of a cinema; 0 where it is not on the map.
  int numberOf(Cinema cinema) {
    return points.stream()
        .filter(point -> point.cinema().id().equals(cinema.id()))
        .mapToInt(Point::number)
        .findFirst()
        .orElse(0);
  }

  /// Whether there is more than one cinema to compare.
  public boolean isWorthDrawing() {
    return points.size() > 1;
  }
}
