package org.marquee.feed;

import java.util.Random;
import org.jspecify.annotations.NullMarked;

/// Text with single letters replaced, removed and added at random.
@NullMarked
public final class Typos {
  private Typos() {}

  /// The text with wrong letters.
  ///
  /// @param count how many letters are wrong
  /// @param letters the wrong ones
  public static String in(String text, int count, String letters, Random random) {
    StringBuilder wrong = new StringBuilder(text);
    for (int typo = 0; typo < count; typo++) {
      int at = random.nextInt(wrong.length());
      switch (random.nextInt(3)) {
        case 0 -> wrong.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
        case 1 -> wrong.deleteCharAt(at);
        default -> wrong.insert(at, letters.charAt(random.nextInt(letters.length())));
      }
    }
    return wrong.toString();
  }
}
