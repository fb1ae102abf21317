package org.marquee.matching;

/// How far two words are apart.
public final class EditDistance {
  private EditDistance() {}

  /// How many letters have to be put in, taken out or replaced (Levenshtein).
  public static int between(String one, String other) {
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
}
