package org.marquee.notice;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.marquee.title.Spelling;

/// The name that somebody meant who mistyped it.
public final class NearestName {
  /// The most letters that may differ in a short name.
  private static final int WRONG = 2;

  private NearestName() {}

  /// The nearest of the known names; empty where none is near.
  public static Optional<String> of(String word, Collection<String> known) {
    return known.stream()
        .filter(each -> Spelling.distance(word, each) <= bearable(each))
        .min(Comparator.comparingInt(each -> Spelling.distance(word, each)));
  }

  /// What a message adds to an unknown name: the nearest of the known ones, or all.
  public static String hint(String word, Collection<String> known) {
    return of(word, known)
        .map(each -> ". Did you mean " + each + "?")
        .orElseGet(() -> known.isEmpty() ? "" : "; known are " + String.join(", ", known));
  }

  private static int bearable(String name) {
    return Math.min(Math.max(WRONG, name.length() / 4), (name.length() - 1) / 2);
  }
}
