package org.marquee.matching;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Two spellings of one word in a title: `Colors` and `Colours`.
final class Spelling {
  private static final Pattern SPACE = Pattern.compile(" ");

  /// A shorter word that differs is another one, and `II` is not `III`.
  private static final int SHORTEST = 5;

  private Spelling() {}

  /// Whether two titles differ in one long word, by one letter more, less or another.
  static boolean isOneLetterApart(
      FilmSource.@Nullable Title one, FilmSource.@Nullable Title other) {
    if (one == null || other == null) {
      return false;
    }
    String[] words = SPACE.split(one.name(), -1);
    String[] others = SPACE.split(other.name(), -1);
    if (words.length != others.length) {
      return false;
    }
    int differing = 0;
    for (int word = 0; word < words.length; word++) {
      if (!words[word].equals(others[word])) {
        differing++;
        if (!isOneLetterApart(words[word], others[word])) {
          return false;
        }
      }
    }
    return differing == 1;
  }

  private static boolean isOneLetterApart(String one, String other) {
    String longer = one.length() >= other.length() ? one : other;
    String shorter = one.length() >= other.length() ? other : one;
    if (shorter.length() < SHORTEST || longer.length() - shorter.length() > 1) {
      return false;
    }
    int at = 0;
    while (at < shorter.length() && longer.charAt(at) == shorter.charAt(at)) {
      at++;
    }
    int rest = longer.length() == shorter.length() ? at + 1 : at;
    return longer.substring(at + 1).equals(shorter.substring(rest))
        && isLatin(longer.charAt(at))
        && (rest == at || isLatin(shorter.charAt(at)));
  }

  /// One character of Japanese is a word: the first and the second part of a film differ in it.
  private static boolean isLatin(char letter) {
    return Character.isLetter(letter)
        && Character.UnicodeScript.of(letter) == Character.UnicodeScript.LATIN;
  }
}
