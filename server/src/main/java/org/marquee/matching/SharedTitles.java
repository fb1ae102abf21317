package org.marquee.matching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The titles of which more than one film is known: such a title alone is no evidence.
///
/// Two source records of a title are two films if catalogue, year or directors contradict, or if a
/// person decided so. Running times count only where neither the year nor the directors agree: the
/// same film is listed with advertisements, with a talk and in several cuts.
final class SharedTitles {
  private SharedTitles() {}

  /// Names of titles, as [FilmSource.Title#name].
  static Set<String> among(Collection<FilmSource> sources, Decisions decisions) {
    Map<String, List<FilmSource>> byName = new HashMap<>();
    for (FilmSource source : sources) {
      if (source.title() != null) {
        byName.computeIfAbsent(source.title().name(), _ -> new ArrayList<>()).add(source);
      }
    }
    Set<String> shared = new HashSet<>();
    byName.forEach((name, some) -> {
      if (areSeveral(some, decisions)) {
        shared.add(name);
      }
    });
    return shared;
  }

  private static boolean areSeveral(List<FilmSource> sources, Decisions decisions) {
    for (int at = 0; at < sources.size(); at++) {
      for (int then = at + 1; then < sources.size(); then++) {
        FilmSource one = sources.get(at);
        FilmSource other = sources.get(then);
        if (decisions.areDifferent(one, other)
            || (!decisions.areSame(one, other) && FilmFacts.of(one, other).areTwoFilms())) {
          return true;
        }
      }
    }
    return false;
  }
}
