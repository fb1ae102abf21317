package org.marquee.feed.evidence;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.marquee.title.Spelling;

/// Counts how the rows of each film write its title, where several rows are one film: its title is
/// the commonest spelling, in whatever order the rows stand.
public final class FilmSpellings {
  private static final int MOST_FILMS = 100_000;

  /// The most that are counted of one film.
  private static final int MOST = 32;

  private final Map<String, TreeMap<String, Integer>> counts = new HashMap<>();

  /// Counts a row.
  ///
  /// @param film what its rows have in common
  public void count(String film, String title) {
    if (counts.size() < MOST_FILMS || counts.containsKey(film)) {
      TreeMap<String, Integer> spellings = counts.computeIfAbsent(film, _ -> new TreeMap<>());
      if (spellings.size() < MOST || spellings.containsKey(title)) {
        spellings.merge(title, 1, Integer::sum);
      }
    }
  }

  /// The title of a film.
  ///
  /// @param otherwise where no row of it was counted
  /// @param cleaning what becomes of each title that was counted
  String commonest(String film, String otherwise, UnaryOperator<String> cleaning) {
    TreeMap<String, Integer> cleaned = new TreeMap<>();
    counts
        .getOrDefault(film, new TreeMap<>())
        .forEach((title, count) -> cleaned.merge(cleaning.apply(title), count, Integer::sum));
    return cleaned.isEmpty() ? otherwise : Spelling.commonest(cleaned);
  }

  /// The commonest spelling where titles were clean when they were counted.
  public String commonest(String film, String otherwise) {
    return commonest(film, otherwise, UnaryOperator.identity());
  }
}
