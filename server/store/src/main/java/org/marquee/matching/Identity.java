package org.marquee.matching;

import static java.util.Comparator.comparing;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/// The id of each group: the oldest id of one of its source records stays.
public final class Identity {
  /// The older first.
  public static final Comparator<Id> OLDEST =
      Comparator.comparingLong(Id::born).thenComparing(Id::id);

  private Identity() {}

  /// A public id.
  ///
  /// @param born the revision in which it was first published
  public record Id(String id, long born) {}

  /// A source record's own id, and the id of the record that it has been part of.
  public record Bearer(Id own, Id record) {}

  /// The id of the record of each source record, by the id of the source record.
  ///
  /// @param groups of all source records
  public static Map<String, Id> of(List<List<Bearer>> groups) {
    Set<String> present = new HashSet<>();
    groups.forEach(group -> group.forEach(each -> present.add(each.own().id())));
    // A record whose first source record is gone keeps its id with the oldest one that is left.
    Map<String, Bearer> heirs = new HashMap<>();
    groups.stream()
        .flatMap(List::stream)
        .filter(each -> !present.contains(each.record().id()))
        .forEach(each ->
            heirs.merge(
                each.record().id(), each, BinaryOperator.minBy(comparing(Bearer::own, OLDEST))));
    Map<String, Id> ids = new HashMap<>();
    for (List<Bearer> group : groups) {
      Id oldest =
          group.stream()
              .flatMap(each ->
                  each.equals(heirs.get(each.record().id()))
                      ? Stream.of(each.own(), each.record())
                      : Stream.of(each.own()))
              .min(OLDEST)
              .orElseThrow();
      group.forEach(each -> ids.put(each.own().id(), oldest));
    }
    return ids;
  }
}
