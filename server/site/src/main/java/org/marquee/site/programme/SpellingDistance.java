package org.marquee.site.programme;

/// How far two spellings of a name are from each other.
final class SpellingDistance {
  /// What is farther apart counts as this far.
  private static final int FAR = 3;

  private SpellingDistance() {}

  /// How many letters are more, less, wrong, or exchanged with the next (the distance of Damerau
  /// and Levenshtein without overlaps); at most 3.
  static int distance(String one, String other) {
    if (Math.abs(one.length() - other.length()) >= FAR) {
      return FAR;
    }
    int[] beforeLast = new int[other.length() + 1];
    int[] last = new int[other.length() + 1];
    for (int at = 0; at <= other.length(); at++) {
      last[at] = at;
    }
    for (int row = 1; row <= one.length(); row++) {
      int[] next = new int[other.length() + 1];
      next[0] = row;
      for (int at = 1; at <= other.length(); at++) {
        int wrong = one.charAt(row - 1) == other.charAt(at - 1) ? 0 : 1;
        next[at] = Math.min(last[at - 1] + wrong, Math.min(last[at], next[at - 1]) + 1);
        boolean exchanged =
            row > 1
                && at > 1
                && one.charAt(row - 1) == other.charAt(at - 2)
                && one.charAt(row - 2) == other.charAt(at - 1);
        if (exchanged) {
          next[at] = Math.min(next[at], beforeLast[at - 2] + 1);
        }
      }
      beforeLast = last;
      last = next;
    }
    return Math.min(FAR, last[other.length()]);
  }
}
