package org.marquee.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// One of the compared programs, with its questions and the result of each round.
final class Entrant {
  private final String name;
  private final Contender contender;
  private final Workload workload;
  private final List<Load> loads = new ArrayList<>();

  Entrant(String name, Contender contender, Workload workload) {
    this.name = name;
    this.contender = contender;
    this.workload = workload;
  }

  String name() {
    return name;
  }

  /// Asks without counting.
  void warm(Duration span) throws Exception {
    Load.of(contender, workload, span);
  }

  void measure(Duration span) throws Exception {
    Load load = Load.of(contender, workload, span);
    System.err.printf(
        "%s: %.0f a second, %.1f µs, %.0f bytes, %d errors%n",
        name, load.rate(), load.cost(), load.bytesEach(), load.errors());
    loads.add(load);
  }

  Steady.Latency atHalfLoad(Duration span) throws Exception {
    return Steady.of(contender, workload, median().rate() / 2, span);
  }

  /// The round in the middle, by rate.
  Load median() {
    return sorted().get(loads.size() / 2);
  }

  /// Microseconds of processor time a page, in the round in the middle by it.
  double cost() {
    return loads.stream().mapToDouble(Load::cost).sorted().toArray()[loads.size() / 2];
  }

  Load slowest() {
    return sorted().getFirst();
  }

  Load fastest() {
    return sorted().getLast();
  }

  long errors() {
    return loads.stream().mapToLong(Load::errors).sum();
  }

  private List<Load> sorted() {
    return loads.stream().sorted(Comparator.comparingDouble(Load::rate)).toList();
  }
}
