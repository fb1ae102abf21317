package org.marquee.snapshot.search;

/// Postcodes that begin alike, and so are near each other. All are folded.
final class PostcodeBeginning {
  /// Postcodes in one part that share fewer letters are not near each other.
  private static final int SHARED = 3;

  /// Shorter ones are a first part alone.
  private static final int SHORTEST_WHOLE = 5;

  private PostcodeBeginning() {}

  /// How many letters and digits at its beginning a postcode shares with that of a cinema: all of
  /// its own, those of the first part at least ("sx3" of "sx3 9zz"), or three; else 0.
  static int shared(String wanted, String own) {
    String letters = letters(wanted);
    int shared = sharedLetters(letters, letters(own));
    if (shared == letters.length()) {
      return shared;
    }
    int space = own.indexOf(' ');
    if (space < 0) {
      return shared >= SHARED ? shared : 0;
    }
    return firstPart(wanted, own.length() - space - 1).equals(own.substring(0, space)) ? shared : 0;
  }

  /// @param rest how long the part behind the first is, where it is written without a space
  private static String firstPart(String folded, int rest) {
    int space = folded.indexOf(' ');
    if (space >= 0) {
      return folded.substring(0, space);
    }
    return folded.length() < SHORTEST_WHOLE
        ? folded
        : folded.substring(0, Math.max(0, folded.length() - rest));
  }

  /// A postcode without its spaces.
  static String letters(String folded) {
    return folded.replace(" ", "");
  }

  private static int sharedLetters(String one, String other) {
    int most = Math.min(one.length(), other.length());
    int shared = 0;
    while (shared < most && one.charAt(shared) == other.charAt(shared)) {
      shared++;
    }
    return shared;
  }
}
