package org.marquee.title;

import java.util.Map;

/// The spellings of a word or title: `The Colors Within` and `The Colours Within`.
public final class Spelling {
  /// A shorter word that differs is another one, and `II` is not `III`.
  private static final int SHORTEST_WORD = 5;

  private Spelling() {}

  /// How many letters have to be put in, taken out or replaced (Levenshtein).
  public static int distance(String one, String other) {
    int[] above = new int[other.length() + 1];
    int[] row = new int[other.length() + 1];
    for (int at = 0; at < row.length; at++) {
      above[at] = at;
    }
    for (int down = 1; down <= one.length(); down++) {
      row[0] = down;
      for (int at = 1; at < row.length; at++) {
        int exchanged = above[at - 1] + (one.charAt(down - 1) == other.charAt(at - 1) ? 0 : 1);
        row[at] = Math.min(exchanged, 1 + Math.min(above[at], row[at - 1]));
      }
      int[] spare = above;
      above = row;
      row = spare;
    }
    return above[other.length()];
  }

  /// Whether two folded titles differ in one long word, by one letter more, less or another.
  public static boolean isOneLetterApart(String one, String other) {
    String longer = one.length() >= other.length() ? one : other;
    String shorter = one.length() >= other.length() ? other : one;
    int more = longer.length() - shorter.length();
    if (more > 1) {
      return false;
    }
    int at = 0;
    while (at < shorter.length() && longer.charAt(at) == shorter.charAt(at)) {
      at++;
    }
    int rest = at + 1 - more;
    return at < longer.length()
        && longer.substring(at + 1).equals(shorter.substring(rest))
        && isLatin(longer.charAt(at))
        && (more == 1 || isLatin(shorter.charAt(at)))
        && wordAround(at, shorter) >= SHORTEST_WORD;
  }

  /// One character of Japanese is a word: the first and the second part of a film differ in it.
  private static boolean isLatin(char letter) {
    return Character.isLetter(letter)
        && Character.UnicodeScript.of(letter) == Character.UnicodeScript.LATIN;
  }

  /// The length of the word in which, or behind which, a place is.
  private static int wordAround(int at, String title) {
    int end = title.indexOf(' ', at);
    return (end < 0 ? title.length() : end) - title.lastIndexOf(' ', at - 1) - 1;
  }

  /// How one title is spelt: the commonest spelling stands, of equals one that is not written in
  /// capitals. One rule for the rows of a feed and for the films of several providers.
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
