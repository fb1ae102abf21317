package org.marquee.bench;

import java.util.ArrayList;
import java.util.List;

/// How long a task took in each round, in seconds.
final class Timings {
  private final List<Double> taken = new ArrayList<>();

  /// What is measured; it may fail.
  interface Work {
    void run() throws Exception;
  }

  void time(Work work) throws Exception {
    long start = System.nanoTime();
    work.run();
    add(System.nanoTime() - start);
  }

  void add(long nanos) {
    taken.add(nanos / 1e9);
  }

  /// The first round alone: its virtual machine may have compiled nothing yet, as in every
  /// `./marquee ingest`.
  double first() {
    return taken.getFirst();
  }

  double median() {
    return sorted().get(taken.size() / 2);
  }

  /// The shortest and the longest, as a cell of a table.
  String range() {
    return "%.3f–%.3f s".formatted(sorted().getFirst(), sorted().getLast());
  }

  private List<Double> sorted() {
    return taken.stream().sorted().toList();
  }

  /// Seconds, as a cell of a table.
  static String cell(double seconds) {
    return "%.3f s".formatted(seconds);
  }
}
