package org.marquee.matching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The titles of which more than one film is known, so that a title alone says nothing.
///
/// Two words of a title are two films where a catalogue, the year or the directors say so, or a
/// person does. Running times count only where neither the year nor the directors agree: the same
/// film is listed with advertisements, with a talk and in several cuts.
final class SharedTitles {
  private SharedTitles() {}

  /// Names of titles, as [FilmSource.Title#name].
  static Set<String> among(Collection<FilmSource> words, Decisions decisions) {
    Map<String, List<FilmSource>> byName = new HashMap<>();
    for (FilmSource word : words) {
      if (word.title() != null) {
        byName.computeIfAbsent(word.title().name(), _ -> new ArrayList<>()).add(word);
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

  private static boolean areSeveral(List<FilmSource> words, Decisions decisions) {
    for (int at = 0; at < words.size(); at++) {
      for (int then = at + 1; then < words.size(); then++) {
        FilmSource one = words.get(at);
        FilmSource other = words.get(then);
        if (decisions.areDifferent(one, other)
            || (!decisions.areSame(one, other) && FilmFacts.of(one, other).areTwoFilms())) {
          return true;
        }
      }
    }
    return false;
  }
}
