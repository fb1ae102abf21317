package org.marquee.bench;

import java.util.Comparator;
import java.util.List;
import org.marquee.rig.Table;

/// Measures entrants by turns, so that other work on the machine affects all alike.
final class Contest {
  private final List<Entrant> entrants;
  private final Options options;

  Contest(List<Entrant> entrants, Options options) {
    this.entrants = entrants;
    this.options = options;
  }

  /// Warms each of them and takes all rounds.
  void hold() throws Exception {
    for (Entrant entrant : entrants) {
      System.err.println("warming " + entrant.name());
      entrant.warm(options.warm());
    }
    for (int round = 1; round <= options.rounds(); round++) {
      System.err.println("round " + round + " of " + options.rounds());
      for (Entrant entrant : entrants) {
        entrant.measure(options.span());
      }
    }
  }

  /// The fastest of some.
  static Entrant best(List<Entrant> some) {
    return some.stream()
        .max(Comparator.comparingDouble(entrant -> entrant.median().rate()))
        .orElseThrow();
  }

  /// Pages a second of some, with the ratio to the `base`.
  static Table rates(List<Entrant> some, Entrant base) {
    Table table =
        new Table(
            "Server",
            "pages a second, median",
            "range",
            "ratio",
            "processor time a page",
            "ratio by it",
            "processors busy",
            "bytes a page, header and all",
            "errors");
    for (Entrant entrant : some) {
      Load median = entrant.median();
      table.row(
          entrant.name(),
          "%,.0f".formatted(median.rate()),
          "%,.0f–%,.0f".formatted(entrant.slowest().rate(), entrant.fastest().rate()),
          "%.3f".formatted(median.rate() / base.median().rate()),
          "%.1f µs".formatted(entrant.cost()),
          "%.3f".formatted(base.cost() / entrant.cost()),
          "%.2f".formatted(median.busy()),
          "%,.0f".formatted(median.bytesEach()),
          Long.toString(entrant.errors()));
    }
    return table;
  }

  /// Latencies at half of what each of `some` can do.
  Table latencies(List<Entrant> some) throws Exception {
    Table table =
        new Table(
            "Server, at half load", "pages a second", "p50", "p99", "p99.9", "worst", "failures");
    for (Entrant entrant : some) {
      Steady.Latency latency = entrant.atHalfLoad(options.span().multipliedBy(2));
      table.row(
          entrant.name(),
          "%,.0f".formatted(latency.rate()),
          milliseconds(latency.half()),
          milliseconds(latency.most()),
          milliseconds(latency.nearlyAll()),
          milliseconds(latency.worst()),
          Long.toString(latency.failures()));
    }
    return table;
  }

  private static String milliseconds(long micros) {
    return "%.2f ms".formatted(micros / 1000.0);
  }
}
