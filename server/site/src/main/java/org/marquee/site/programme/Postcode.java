package org.marquee.site.programme;

/// Postcodes that begin alike.
final class Postcode {
  private Postcode() {}

  /// What a postcode has in common with the beginning of another, as that one is written.
  static String beginning(String wanted, String postcode) {
    String letters = wanted.replaceAll("[^\\p{L}\\p{N}]", "");
    int shared = 0;
    for (int end = 0; end < postcode.length(); end++) {
      if (Character.isLetterOrDigit(postcode.charAt(end))) {
        if (shared == letters.length()
            || Character.toLowerCase(letters.charAt(shared))
                != Character.toLowerCase(postcode.charAt(end))) {
          return postcode.substring(0, end).stripTrailing();
        }
        shared++;
      }
    }
    return postcode;
  }
}
