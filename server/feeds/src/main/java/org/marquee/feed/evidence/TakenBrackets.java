package org.marquee.feed.evidence;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.marquee.title.Titles;

/// What stood in brackets behind the titles of a feed and was taken off, by the title that is left,
/// and the films that have none. It may still tell the film from that of another provider:
/// `Nosferatu (Murnau)`.
final class TakenBrackets {
  /// The most films that are remembered.
  private static final int MOST = 100_000;

  /// Words behind one title in more spellings than this are labels: not all are compared with each
  /// other.
  private static final int SPELLINGS = 10;

  /// By the title that is left; at most one spelling more than are compared.
  private final Map<String, SortedSet<String>> words = new HashMap<>();

  /// External ids of films that the feed lists without words in brackets.
  private final Set<String> without = new HashSet<>();

  void noteWithout(String film) {
    if (without.size() < MOST) {
      without.add(film);
    }
  }

  void add(String title, String bracket) {
    SortedSet<String> taken = words.computeIfAbsent(title, _ -> new TreeSet<>());
    if (taken.size() <= SPELLINGS) {
      taken.add(bracket);
    }
  }

  /// The words behind the title of a film: of several spellings the first in the alphabet. Null
  /// where none were taken, or several that differ: behind one title these are labels.
  @Nullable String behind(String film, String title) {
    SortedSet<String> taken = without.contains(film) ? null : words.get(title);
    return taken == null
            || taken.size() > SPELLINGS
            || taken.stream()
                .anyMatch(one -> taken.stream().anyMatch(other -> Titles.differ(one, other)))
        ? null
        : taken.first();
  }
}
