package org.marquee.matching;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    Map<Integer, Listings> providers = new HashMap<>();
    all.forEach(each -> providers.computeIfAbsent(each.provider(), _ -> new Listings()).add(each));
    List<List<Listed>> groups = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Listed start : all) {
      if (seen.add(start.id())) {
        List<Listed> group = new ArrayList<>(List.of(start));
        for (int at = 0; at < group.size(); at++) {
          mutual(group.get(at), providers).stream()
              .filter(other -> seen.add(other.id()))
              .forEach(group::add);
        }
        if (group.size() > 1 && !Clustering.anyPair(group, Showings::contradict)) {
          groups.add(group);
        }
      }
    }
    return groups;
  }

  /// The listings of one provider by their screens.
  private static final class Listings {
    private final Map<@Nullable String, List<Listed>> byScreen = new HashMap<>();
    private final List<Listed> all = new ArrayList<>();

    void add(Listed listed) {
      byScreen.computeIfAbsent(listed.screen(), _ -> new ArrayList<>()).add(listed);
      all.add(listed);
    }

    /// The one that may be the same as a listing of another provider; null where there is none, or
    /// more than one. One on the same screen is surer than one without a screen.
    @Nullable Listed only(Listed other) {
      List<Listed> fitting = other.screen() == null ? all : byScreen.get(other.screen());
      if (fitting == null) {
        fitting = byScreen.getOrDefault(null, List.of());
      }
      return fitting.size() == 1 ? fitting.getFirst() : null;
    }
  }

  /// The listings of other providers that can only be the same as `one`, as it can for them.
  private static List<Listed> mutual(Listed one, Map<Integer, Listings> providers) {
    List<Listed> mutual = new ArrayList<>();
    Listings own = Objects.requireNonNull(providers.get(one.provider()));
    providers.forEach((provider, listings) -> {
      Listed other = provider == one.provider() ? null : listings.only(one);
      if (other != null && one.equals(own.only(other))) {
        mutual.add(other);
      }
    });
    mutual.sort(Comparator.comparing(Listed::id));
    return mutual;
  }

  private static boolean contradict(Listed one, Listed other) {
    return one.provider() == other.provider()
        || (one.screen() != null && other.screen() != null && !one.screen().equals(other.screen()));
  }
}
