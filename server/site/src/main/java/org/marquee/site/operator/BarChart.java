package org.marquee.site.operator;

import java.util.ArrayList;
import java.util.List;

/// A chart of one bar a day, in pixels from the top left.
///
/// @param width of the whole
public record BarChart(int width, List<Bar> bars) {
  public static final int HEIGHT = 44;
  public static final int BAR = 10;

  private static final int STEP = BAR + 4;

  public BarChart {
    bars = List.copyOf(bars);
  }

  /// What a bar shows.
  ///
  /// @param title the day and its number, for who points at it
  /// @param usual what is usual on such a day; negative where that is not known
  record Value(String title, long number, double usual) {
    /// Whether it is less than half of what is usual.
    boolean isLow() {
      return number < usual / 2;
    }
  }

  /// A bar, and the mark of what is usual.
  ///
  /// @param kind `is` or `low`
  /// @param mark from the top; negative where there is none
  public record Bar(String title, String kind, int x, int y, int height, int mark) {}

  static BarChart of(List<Value> values) {
    double most = 1;
    for (Value each : values) {
      most = Math.max(most, Math.max((double) each.number(), each.usual()));
    }
    List<Bar> bars = new ArrayList<>();
    for (Value each : values) {
      int height = (int) Math.ceil(each.number() * HEIGHT / most);
      int mark =
          each.usual() < 0 ? -1 : (int) Math.min(HEIGHT - 2, HEIGHT - each.usual() * HEIGHT / most);
      bars.add(
          new Bar(
              each.title(),
              each.isLow() ? "low" : "is",
              bars.size() * STEP,
              HEIGHT - height,
              height,
              mark));
    }
    return new BarChart(values.size() * STEP, bars);
  }
}
