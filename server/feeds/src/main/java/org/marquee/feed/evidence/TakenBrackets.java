package org.marquee.feed.evidence;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.title.Titles;

/// What stood in brackets behind the titles of a feed and was taken off, by the title that is left.
/// It may still tell the film from that of another provider: `Nosferatu (Murnau)`.
final class TakenBrackets {
  /// Stands for several that differ. A feed has them behind one title where they are labels.
  private static final String LABELS = "";

  private final Map<String, String> words = new HashMap<>();

  void add(String title, String bracket) {
    // Of spellings of one the same is chosen in whatever order the feed has them.
    words.merge(
        title,
        bracket,
        (one, other) ->
            one.equals(LABELS) || Titles.differ(one, other)
                ? LABELS
                : one.compareTo(other) < 0 ? one : other);
  }

  /// The words; null where none were taken, or labels.
  @Nullable String behind(String title) {
    String bracket = words.get(title);
    return LABELS.equals(bracket) ? null : bracket;
  }
}
