package org.marquee.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How long a task took in each round. The first round is separate: its virtual machine has
/// compiled nothing yet, as in every `./marquee ingest`.
final class Timings {
  private final String name;
  private final List<Duration> taken = new ArrayList<>();

  Timings(String name) {
    this.name = name;
  }

  /// What is measured; it may fail.
  interface Work {
    void run() throws Exception;
  }

  void time(Work work) throws Exception {
    long start = System.nanoTime();
    work.run();
    taken.add(Duration.ofNanos(System.nanoTime() - start));
  }

  Duration first() {
    return taken.getFirst();
  }

  Duration fastest() {
    return taken.stream().min(Duration::compareTo).orElseThrow();
  }

  Duration median() {
    return taken.stream().sorted().toList().get(taken.size() / 2);
  }

  Duration slowest() {
    return taken.stream().max(Duration::compareTo).orElseThrow();
  }

  /// A row of the table, with the ratios of first and median to those of `base`.
  String row(Timings base) {
    return "| %s | %.2f s | %.2f s | %.2f–%.2f s | %.2f | %.2f |"
        .formatted(
            name,
            seconds(first()),
            seconds(median()),
            seconds(fastest()),
            seconds(slowest()),
            seconds(first()) / seconds(base.first()),
            seconds(median()) / seconds(base.median()));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
