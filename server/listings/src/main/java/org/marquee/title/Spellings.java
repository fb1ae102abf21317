package org.marquee.title;

import java.util.Map;

/// How one title is spelt: the commonest spelling stands, of equals one that is not written in
/// capitals. One rule for the rows of a feed and for the films of several providers.
public final class Spellings {
  private Spellings() {}

  /// The spelling that stands.
  ///
  /// @param counts how often each stands, at least one; of equals the first one counts
  public static String commonest(Map<String, Integer> counts) {
    String best = counts.keySet().iterator().next();
    for (Map.Entry<String, Integer> each : counts.entrySet()) {
      int more = each.getValue().compareTo(counts.get(best));
      if (more > 0 || (more == 0 && isInCapitals(best) && !isInCapitals(each.getKey()))) {
        best = each.getKey();
      }
    }
    return best;
  }

  /// Whether most letters of a title are capitals, as in `DUNE` and `dUNE`.
  public static boolean isInCapitals(String title) {
    return title.chars().filter(Character::isUpperCase).count()
        > title.chars().filter(Character::isLowerCase).count();
  }
}
