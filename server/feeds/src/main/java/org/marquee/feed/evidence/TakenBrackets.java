package org.marquee.feed.evidence;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.title.Titles;

/// What stood in brackets behind the titles of a feed and was taken off, by the title that is left,
/// and the films that have none. It may still tell the film from that of another provider:
/// `Nosferatu (Murnau)`.
final class TakenBrackets {
  /// Stands for several that differ. A feed has them behind one title where they are labels.
  private static final String LABELS = "";

  /// The most films that are remembered.
  private static final int MOST = 100_000;

  private final Map<String, String> words = new HashMap<>();

  /// External ids of films that the feed lists without words in brackets.
  private final Set<String> without = new HashSet<>();

  void noteWithout(String film) {
    if (without.size() < MOST) {
      without.add(film);
    }
  }

  void add(String title, String bracket) {
    // Of two spellings of the same words, the first in the alphabet counts, whatever the order of
    // the feed.
    words.merge(
        title,
        bracket,
        (one, other) ->
            one.equals(LABELS) || Titles.differ(one, other)
                ? LABELS
                : one.compareTo(other) < 0 ? one : other);
  }

  /// The words behind the title of a film; null where none were taken, or labels.
  @Nullable String behind(String film, String title) {
    String bracket = without.contains(film) ? null : words.get(title);
    return LABELS.equals(bracket) ? null : bracket;
  }
}
