package org.marquee.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// One of those that are compared: a program, what it is asked, and what came of it in each round.
final class Entrant {
  private final String name;
  private final Contender contender;
  private final List<String> questions;
  private final Load.Mode mode;
  private final String key;
  private final List<Load> loads = new ArrayList<>();

  Entrant(String name, Contender contender, List<String> questions, Load.Mode mode, String key) {
    this.name = name;
    this.contender = contender;
    this.questions = questions;
    this.mode = mode;
    this.key = key;
  }

  String name() {
    return name;
  }

  Contender contender() {
    return contender;
  }

  /// Asks without counting.
  void warm(Duration span) throws Exception {
    Load.of(contender, questions, mode, key, span);
  }

  void measure(Duration span) throws Exception {
    Load load = Load.of(contender, questions, mode, key, span);
    System.err.printf(
        "%s: %.0f a second, %.1f µs, %.0f bytes, %d errors%n",
        name, load.rate(), load.cost(), load.bytesEach(), load.errors());
    loads.add(load);
  }

  Steady.Latency atHalfLoad(Duration span) throws Exception {
    return Steady.of(contender, questions, mode, key, median().rate() / 2, span);
  }

  /// The round in the middle, by rate.
  Load median() {
    return sorted().get(loads.size() / 2);
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
