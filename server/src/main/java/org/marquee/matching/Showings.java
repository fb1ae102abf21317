package org.marquee.matching;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Folding;

/// Which of the showings of one film in one cinema at one time are listed by several providers.
///
/// Two listings are one showing where their screens do not contradict and neither could be another
/// of the same provider: of two screens at once, it is unclear which one is meant.
public final class Showings {
  private static final Set<String> USUAL =
      Set.of("screen", "saal", "sala", "salle", "zaal", "kino", "auditorium", "audi", "studio");

  private Showings() {}

  /// A showing as a provider lists it.
  ///
  /// @param screen by [#screenKey]; null where it has none
  public record Listed(String id, int provider, @Nullable String screen) {}

  /// What screens are compared by: `1` for Screen 1.
  public static @Nullable String screenKey(@Nullable String name) {
    if (name == null) {
      return null;
    }
    String folded = Folding.fold(name);
    List<String> words = new ArrayList<>(List.of(folded.split(" ", -1)));
    words.removeAll(USUAL);
    return words.isEmpty() ? folded : String.join(" ", words);
  }

  /// The groups of two and more that are one showing each, in any order.
  ///
  /// @param block all listings of the film in the cinema at that time
  public static List<List<Listed>> same(List<Listed> block) {
    if (block.size() < 2) {
      return List.of();
    }
    List<Listed> all = block.stream().sorted(Comparator.comparing(Listed::id)).toList();
    Map<String, Map<Integer, Listed>> only = new HashMap<>();
    for (Listed each : all) {
      only.put(each.id(), onlyOnes(each, all));
    }
    List<List<Listed>> groups = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Listed start : all) {
      if (seen.add(start.id())) {
        List<Listed> group = new ArrayList<>(List.of(start));
        for (int at = 0; at < group.size(); at++) {
          for (Listed other : mutual(group.get(at), only)) {
            if (seen.add(other.id())) {
              group.add(other);
            }
          }
        }
        if (group.size() > 1 && isOne(group)) {
          groups.add(group);
        }
      }
    }
    return groups;
  }

  /// Of each other provider the one listing that may be the same, where it is the only one.
  private static Map<Integer, Listed> onlyOnes(Listed one, List<Listed> all) {
    Map<Integer, List<Listed>> fitting = new HashMap<>();
    Map<Integer, List<Listed>> exact = new HashMap<>();
    for (Listed other : all) {
      if (fit(one, other)) {
        fitting.computeIfAbsent(other.provider(), _ -> new ArrayList<>()).add(other);
        if (one.screen() != null && one.screen().equals(other.screen())) {
          exact.computeIfAbsent(other.provider(), _ -> new ArrayList<>()).add(other);
        }
      }
    }
    fitting.putAll(exact);
    Map<Integer, Listed> only = new HashMap<>();
    fitting.forEach((provider, some) -> {
      if (some.size() == 1) {
        only.put(provider, some.getFirst());
      }
    });
    return only;
  }

  private static List<Listed> mutual(Listed one, Map<String, Map<Integer, Listed>> only) {
    return only.getOrDefault(one.id(), Map.of()).values().stream()
        .filter(other -> one.equals(only.getOrDefault(other.id(), Map.of()).get(one.provider())))
        .sorted(Comparator.comparing(Listed::id))
        .toList();
  }

  private static boolean isOne(List<Listed> group) {
    for (int at = 0; at < group.size(); at++) {
      for (int then = at + 1; then < group.size(); then++) {
        if (!fit(group.get(at), group.get(then))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean fit(Listed one, Listed other) {
    return one.provider() != other.provider()
        && (one.screen() == null || other.screen() == null || one.screen().equals(other.screen()));
  }
}
