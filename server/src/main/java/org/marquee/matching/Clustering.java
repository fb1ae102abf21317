package org.marquee.matching;

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

/// Puts words into groups, one for each film or cinema.
///
/// The surest pairs come first. Whatever pairs of one strength connect becomes one group, unless
/// something in it forbids that: then those that could belong to either of two that exclude each
/// other belong to neither; they and the rest are tried apart. So the outcome depends on what was
/// said and not on the order in which it came.
public final class Clustering<W extends SourceRecord> {
  /// Two groups that may be one thing.
  ///
  /// @param why in words
  public record Near<W>(List<W> one, List<W> other, String why) {}

  /// What came of it.
  ///
  /// @param groups each word in exactly one, both by id
  /// @param near what a person should look at, by ids
  public record Outcome<W>(List<List<W>> groups, List<Near<W>> near) {}

  private record Link(int one, int other) {}

  private final Rules<W> rules;
  private final Decisions decisions;
  private final List<W> words;
  private final TreeMap<Integer, Set<Link>> links = new TreeMap<>(Comparator.reverseOrder());
  private final Map<Link, String> doubts = new HashMap<>();
  private final int[] groupOf;
  private final List<List<Integer>> members = new ArrayList<>();

  private Clustering(Collection<W> words, Rules<W> rules, Decisions decisions) {
    this.rules = rules;
    this.decisions = decisions;
    this.words = words.stream().sorted(Comparator.comparing(SourceRecord::id)).toList();
    groupOf = new int[this.words.size()];
    for (int word = 0; word < groupOf.length; word++) {
      groupOf[word] = word;
      members.add(new ArrayList<>(List.of(word)));
    }
  }

  /// Puts each word into one group.
  public static <W extends SourceRecord> Outcome<W> of(
      Collection<W> words, Rules<W> rules, Decisions decisions) {
    Clustering<W> grouping = new Clustering<>(words, rules, decisions);
    grouping.link();
    grouping.links.forEach(grouping::join);
    return grouping.outcome();
  }

  private void link() {
    Map<String, Integer> numbers = HashMap.newHashMap(words.size());
    for (int word = 0; word < words.size(); word++) {
      numbers.put(words.get(word).id(), word);
    }
    for (Decisions.Decision each : decisions.same()) {
      Integer one = numbers.get(each.one());
      Integer other = numbers.get(each.other());
      if (one != null && other != null) {
        link(one, other, Rules.DECIDED);
      }
    }
    for (List<W> some : rules.neighbours(words)) {
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
      case LinkVerdict.Same(int strength) -> link(first, second, strength);
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

  /// What belongs to either of two that exclude each other belongs to none, but those of which that
  /// is so may well be one.
  private void joinWithoutTorn(
      List<Integer> together, Map<Integer, Set<Integer>> next, int strength) {
    Set<Integer> torn = new HashSet<>();
    for (int group : together) {
      if (clashWithin(List.copyOf(next.getOrDefault(group, Set.of())), strength)) {
        torn.add(group);
      }
    }
    Set<Integer> untorn = new HashSet<>(together);
    untorn.removeAll(torn);
    for (List<Integer> some : components(among(untorn, next))) {
      if (!clashWithin(some, strength)) {
        unite(some);
      }
    }
    if (!untorn.isEmpty()) {
      join(strength, among(torn, next));
    }
  }

  private static Map<Integer, Set<Integer>> among(
      Set<Integer> groups, Map<Integer, Set<Integer>> next) {
    Map<Integer, Set<Integer>> some = new TreeMap<>();
    for (int group : groups) {
      Set<Integer> left = new TreeSet<>(next.getOrDefault(group, Set.of()));
      left.retainAll(groups);
      some.put(group, left);
    }
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
        for (int group : next.getOrDefault(component.get(at), Set.of())) {
          if (seen.add(group)) {
            component.add(group);
          }
        }
      }
      component.sort(Comparator.naturalOrder());
      all.add(component);
    }
    return all;
  }

  private boolean clashWithin(List<Integer> groups, int strength) {
    for (int at = 0; at < groups.size(); at++) {
      for (int then = at + 1; then < groups.size(); then++) {
        if (clash(groups.get(at), groups.get(then), strength)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean clash(int group, int otherGroup, int strength) {
    for (int one : members.get(group)) {
      for (int other : members.get(otherGroup)) {
        if (clash(words.get(one), words.get(other), strength)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean clash(W one, W other, int strength) {
    return rules.cannotBeOne(one, other)
        || decisions.areDifferent(one, other)
        || (strength < Rules.DECIDED && rules.exclude(one, other))
        || (strength < Rules.BEYOND_FACTS && rules.contradict(one, other));
  }

  private void unite(List<Integer> groups) {
    int first = groups.getFirst();
    List<Integer> all = members.get(first);
    for (int group : groups.subList(1, groups.size())) {
      for (int word : members.get(group)) {
        groupOf[word] = first;
        all.add(word);
      }
      members.get(group).clear();
    }
  }

  private Outcome<W> outcome() {
    links
        .values()
        .forEach(some ->
            some.forEach(
                link -> doubts.putIfAbsent(link, "both match, but a third record conflicts")));
    Map<Link, String> near =
        new TreeMap<>(Comparator.comparingInt(Link::one).thenComparingInt(Link::other));
    doubts.forEach((link, why) -> {
      int one = groupOf[link.one()];
      int other = groupOf[link.other()];
      if (one != other && !clash(one, other, Rules.BEYOND_FACTS)) {
        near.merge(ordered(one, other), why, (a, b) -> a.compareTo(b) <= 0 ? a : b);
      }
    });
    List<Near<W>> told = new ArrayList<>();
    near.forEach((link, why) -> told.add(new Near<>(group(link.one()), group(link.other()), why)));
    List<List<W>> groups =
        Arrays.stream(groupOf).sorted().distinct().mapToObj(this::group).toList();
    return new Outcome<>(groups, told);
  }

  private List<W> group(int group) {
    return members.get(group).stream().sorted().map(words::get).toList();
  }
}
