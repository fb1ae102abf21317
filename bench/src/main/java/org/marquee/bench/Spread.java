package org.marquee.bench;

import java.util.List;

/// Durations in seconds, as cells of a table; a dash where there are none.
final class Spread {
  private Spread() {}

  static String median(List<Double> seconds) {
    return seconds.isEmpty() ? "–" : "%.3f s".formatted(sorted(seconds).get(seconds.size() / 2));
  }

  static String range(List<Double> seconds) {
    return seconds.isEmpty()
        ? "–"
        : "%.3f–%.3f s".formatted(sorted(seconds).getFirst(), sorted(seconds).getLast());
  }

  private static List<Double> sorted(List<Double> seconds) {
    return seconds.stream().sorted().toList();
  }
}
