package org.marquee.listing;

/// How far the words of a search are from those of a name, for searches with letters wrong. Both
/// are folded ([Folding]).
public final class NearSpelling {
  /// Shorter words are near each other by chance.
  private static final int SHORTEST = 4;

  private static final int LETTERS_A_FAULT = 6;

  private static final int PLAIN_LETTERS = 26;

  /// No text is so far.
  private static final int FAR = 1 << 20;

  private NearSpelling() {}

  /// How many letters of a search may be wrong: one in six, rounded to the nearest.
  public static int allowed(String wanted) {
    return wanted.length() < SHORTEST
        ? 0
        : (wanted.length() + LETTERS_A_FAULT / 2) / LETTERS_A_FAULT;
  }

  /// Which letters a text has, as bits: what lacks more letters of a search than may be wrong needs
  /// no closer look.
  public static int letters(String folded) {
    int letters = 0;
    for (int at = 0; at < folded.length(); at++) {
      char letter = folded.charAt(at);
      if (letter >= 'a' && letter <= 'z') {
        letters |= 1 << (letter - 'a');
      } else if (letter > ' ') {
        letters |= 1 << (PLAIN_LETTERS + letter % (Integer.SIZE - PLAIN_LETTERS));
      }
    }
    return letters;
  }

  /// How many letters are more, less, wrong, or exchanged with the next between a search and the
  /// words of a name that are nearest to it: one word, several that follow each other, or all. (The
  /// distance of Damerau and Levenshtein without overlaps; the beginning as in Sellers' search.)
  /// More than [#allowed] is any larger number.
  public static int distance(String wanted, String name) {
    int most = allowed(wanted);
    if (wanted.length() - name.length() > most) {
      return FAR;
    }
    int[] beforeLast = new int[name.length() + 1];
    int[] last = new int[name.length() + 1];
    int[] next = new int[name.length() + 1];
    for (int at = 1; at <= name.length(); at++) {
      last[at] = name.charAt(at - 1) == ' ' ? 0 : last[at - 1] + 1;
    }
    int leastOfLast = 0;
    for (int row = 1; row <= wanted.length(); row++) {
      int least = row;
      next[0] = row;
      for (int at = 1; at <= name.length(); at++) {
        int wrong = wanted.charAt(row - 1) == name.charAt(at - 1) ? 0 : 1;
        next[at] = Math.min(last[at - 1] + wrong, Math.min(last[at], next[at - 1]) + 1);
        boolean exchanged =
            row > 1
                && at > 1
                && wanted.charAt(row - 1) == name.charAt(at - 2)
                && wanted.charAt(row - 2) == name.charAt(at - 1);
        if (exchanged) {
          next[at] = Math.min(next[at], beforeLast[at - 2] + 1);
        }
        least = Math.min(least, next[at]);
      }
      if (least > most && leastOfLast >= most) {
        return FAR;
      }
      leastOfLast = least;
      int[] free = beforeLast;
      beforeLast = last;
      last = next;
      next = free;
    }
    int least = FAR;
    for (int at = 1; at <= name.length(); at++) {
      if (at == name.length() || name.charAt(at) == ' ') {
        least = Math.min(least, last[at]);
      }
    }
    return least;
  }
}
