package org.marquee.matching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Decisions of people on pairs of source records; they win over the rules.
public final class Decisions {
  /// No decisions.
  public static final Decisions NONE = new Decisions(List.of());

  /// One decision.
  ///
  /// @param same whether the two source records describe the same thing
  public record Decision(String one, String other, boolean same) {}

  private record Pair(String one, String other) {
    static Pair of(String one, String other) {
      return one.compareTo(other) < 0 ? new Pair(one, other) : new Pair(other, one);
    }
  }

  private final List<Decision> all;
  private final Set<Pair> same = new HashSet<>();
  private final Set<Pair> different = new HashSet<>();

  /// @param all of each pair at most one
  public Decisions(List<Decision> all) {
    this.all = List.copyOf(all);
    for (Decision each : all) {
      (each.same() ? same : different).add(Pair.of(each.one(), each.other()));
    }
  }

  /// These decisions, and `others` except those about pairs that these keep apart.
  public Decisions or(List<Decision> others) {
    List<Decision> both = new ArrayList<>(all);
    others.stream()
        .filter(each -> !different.contains(Pair.of(each.one(), each.other())))
        .forEach(both::add);
    return new Decisions(both);
  }

  /// The ids of decisions about one of `ids`.
  public List<String> about(Collection<String> ids) {
    return all.stream()
        .filter(each -> ids.contains(each.one()) || ids.contains(each.other()))
        .flatMap(each -> Stream.of(each.one(), each.other()))
        .toList();
  }

  List<Decision> same() {
    return all.stream().filter(Decision::same).toList();
  }

  /// Whether a person has said that they are one.
  public boolean areSame(SourceRecord one, SourceRecord other) {
    return !same.isEmpty() && same.contains(Pair.of(one.id(), other.id()));
  }

  /// Whether a person has said that they differ.
  public boolean areDifferent(SourceRecord one, SourceRecord other) {
    return !different.isEmpty() && different.contains(Pair.of(one.id(), other.id()));
  }
}
