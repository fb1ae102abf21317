package org.marquee.matching;

import static java.util.Collections.disjoint;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// Puts source records into groups, one for each film or cinema.
///
/// The strongest links come first. Groups that links of one strength connect become one group,
/// unless two of them exclude each other. Then each group that is linked to both belongs to neither
/// of the two; such groups and the others are tried separately. So the result depends on the source
/// records and not on their order.
public final class Clustering<W extends SourceRecord> {
  /// Two groups that may be one thing.
  ///
  /// @param why in words
  public record Near<W>(List<W> one, List<W> other, String why) {}

  /// The result.
  ///
  /// @param groups each source record in exactly one; groups and their members in order of ids
  /// @param near pairs that a person should look at, in order of ids
  public record Outcome<W>(List<List<W>> groups, List<Near<W>> near) {}

  private record Link(int one, int other) {}

  private final Rules<W> rules;
  private final Decisions decisions;
  private final List<W> sources;
  private final TreeMap<Integer, Set<Link>> links = new TreeMap<>(Comparator.reverseOrder());
  private final Map<Link, String> doubts = new HashMap<>();
  private final int[] groupOf;
  private final List<List<Integer>> members = new ArrayList<>();

  private Clustering(Collection<W> sources, Rules<W> rules, Decisions decisions) {
    this.rules = rules;
    this.decisions = decisions;
    this.sources = sources.stream().sorted(Comparator.comparing(SourceRecord::id)).toList();
    groupOf = new int[this.sources.size()];
    for (int source = 0; source < groupOf.length; source++) {
      groupOf[source] = source;
      members.add(new ArrayList<>(List.of(source)));
    }
  }

  /// Puts each source record into one group.
  public static <W extends SourceRecord> Outcome<W> of(
      Collection<W> sources, Rules<W> rules, Decisions decisions) {
    Clustering<W> clustering = new Clustering<>(sources, rules, decisions);
    clustering.link();
    clustering.links.forEach(clustering::join);
    return clustering.outcome();
  }

  /// The ids of what links connect with one of `ids`, directly or not: the groups of no others
  /// depend on these.
  public static <W extends SourceRecord> Set<String> connected(
      Collection<W> sources, Rules<W> rules, Decisions decisions, Set<String> ids) {
    Clustering<W> clustering = new Clustering<>(sources, rules, decisions);
    clustering.link();
    Map<Integer, Set<Integer>> next = new TreeMap<>();
    for (Link link : clustering.links.values().stream().flatMap(Set::stream).toList()) {
      next.computeIfAbsent(link.one(), _ -> new HashSet<>()).add(link.other());
      next.computeIfAbsent(link.other(), _ -> new HashSet<>()).add(link.one());
    }
    return components(next).stream()
        .map(some -> some.stream().map(each -> clustering.sources.get(each).id()).collect(toSet()))
        .filter(some -> !disjoint(some, ids))
        .flatMap(Set::stream)
        .collect(toSet());
  }

  private void link() {
    Map<String, Integer> numbers = HashMap.newHashMap(sources.size());
    for (int source = 0; source < sources.size(); source++) {
      numbers.put(sources.get(source).id(), source);
    }
    for (Decisions.Decision each : decisions.same()) {
      Integer one = numbers.get(each.one());
      Integer other = numbers.get(each.other());
      if (one != null && other != null) {
        link(one, other, Rules.DECIDED);
      }
    }
    for (List<W> some : rules.neighbours(sources)) {
      for (int at = 0; at < some.size(); at++) {
        for (int then = at + 1; then < some.size(); then++) {
          W one = some.get(at);
          W other = some.get(then);
          judge(one, other, numbers.getOrDefault(one.id(), 0), numbers.getOrDefault(other.id(), 0));
        }
      }
    }
  }

  private void judge(W one, W other, int first, int second) {
    if (first == second || decisions.areDifferent(one, other)) {
      return;
    }
    switch (rules.judge(one, other)) {
      case LinkVerdict.Same(int strength, _) -> link(first, second, strength);
      case LinkVerdict.Near(String why) -> doubts.put(ordered(first, second), why);
      case LinkVerdict.Apart() -> {}
    }
  }

  private void link(int one, int other, int strength) {
    links.computeIfAbsent(strength, _ -> new HashSet<>()).add(ordered(one, other));
  }

  private static Link ordered(int one, int other) {
    return one < other ? new Link(one, other) : new Link(other, one);
  }

  private void join(int strength, Set<Link> some) {
    Map<Integer, Set<Integer>> next = new TreeMap<>();
    for (Link link : some) {
      int one = groupOf[link.one()];
      int other = groupOf[link.other()];
      if (one != other && !clash(one, other, strength)) {
        next.computeIfAbsent(one, _ -> new TreeSet<>()).add(other);
        next.computeIfAbsent(other, _ -> new TreeSet<>()).add(one);
      }
    }
    join(strength, next);
  }

  private void join(int strength, Map<Integer, Set<Integer>> next) {
    for (List<Integer> together : components(next)) {
      if (!clashWithin(together, strength)) {
        unite(together);
      } else {
        joinWithoutTorn(together, next, strength);
      }
    }
  }

  /// A group that is linked to two that exclude each other joins neither of them. Such groups may
  /// still join each other.
  private void joinWithoutTorn(
      List<Integer> together, Map<Integer, Set<Integer>> next, int strength) {
    Map<Boolean, Set<Integer>> torn =
        together.stream()
            .collect(
                partitioningBy(
                    group -> clashWithin(List.copyOf(next.getOrDefault(group, Set.of())), strength),
                    toSet()));
    Set<Integer> untorn = torn.getOrDefault(false, Set.of());
    for (List<Integer> some : components(among(untorn, next))) {
      if (!clashWithin(some, strength)) {
        unite(some);
      }
    }
    if (!untorn.isEmpty()) {
      join(strength, among(torn.getOrDefault(true, Set.of()), next));
    }
  }

  private static Map<Integer, Set<Integer>> among(
      Set<Integer> groups, Map<Integer, Set<Integer>> next) {
    Map<Integer, Set<Integer>> some = new TreeMap<>(next);
    some.keySet().retainAll(groups);
    some.replaceAll((_, others) -> others.stream().filter(groups::contains).collect(toSet()));
    return some;
  }

  private static List<List<Integer>> components(Map<Integer, Set<Integer>> next) {
    List<List<Integer>> all = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (int start : next.keySet()) {
      if (!seen.add(start)) {
        continue;
      }
      List<Integer> component = new ArrayList<>(List.of(start));
      for (int at = 0; at < component.size(); at++) {
        next.getOrDefault(component.get(at), Set.of()).stream()
            .filter(seen::add)
            .forEach(component::add);
      }
      component.sort(Comparator.naturalOrder());
      all.add(component);
    }
    return all;
  }

  private boolean clashWithin(List<Integer> groups, int strength) {
    return anyPair(groups, (one, other) -> clash(one, other, strength));
  }

  /// Whether any two of a list are such a pair.
  static <T> boolean anyPair(List<T> list, BiPredicate<T, T> which) {
    for (int at = 0; at < list.size(); at++) {
      for (int then = at + 1; then < list.size(); then++) {
        if (which.test(list.get(at), list.get(then))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean clash(int group, int otherGroup, int strength) {
    for (int one : members.get(group)) {
      for (int other : members.get(otherGroup)) {
        if (clash(sources.get(one), sources.get(other), strength)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean clash(W one, W other, int strength) {
    return decisions.areDifferent(one, other) || rules.clash(one, other, strength);
  }

  private void unite(List<Integer> groups) {
    int first = groups.getFirst();
    List<Integer> all = members.get(first);
    for (int group : groups.subList(1, groups.size())) {
      for (int source : members.get(group)) {
        groupOf[source] = first;
        all.add(source);
      }
      members.get(group).clear();
    }
  }

  private Outcome<W> outcome() {
    for (Set<Link> some : links.values()) {
      some.forEach(link -> doubts.putIfAbsent(link, "both match, but a third record conflicts"));
    }
    Map<Link, String> near =
        new TreeMap<>(Comparator.comparingInt(Link::one).thenComparingInt(Link::other));
    doubts.forEach((link, why) -> {
      int one = groupOf[link.one()];
      int other = groupOf[link.other()];
      if (one != other && !clash(one, other, Rules.BEYOND_FACTS)) {
        near.merge(ordered(one, other), why, (a, b) -> a.compareTo(b) <= 0 ? a : b);
      }
    });
    List<Near<W>> pairs = new ArrayList<>();
    near.forEach((link, why) -> pairs.add(new Near<>(group(link.one()), group(link.other()), why)));
    List<List<W>> groups =
        Arrays.stream(groupOf).sorted().distinct().mapToObj(this::group).toList();
    return new Outcome<>(groups, pairs);
  }

  private List<W> group(int group) {
    return members.get(group).stream().sorted().map(sources::get).toList();
  }
}
