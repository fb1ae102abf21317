package org.marquee.listing;

import java.util.Locale;

/// Postcodes as they are compared.
public final class Postcodes {
  private Postcodes() {}

  /// The postcode without case and spaces: `sw1a1aa` for `SW1A 1AA` (docs/api.md, "Search
  /// cinemas").
  public static String key(String postcode) {
    StringBuilder key = new StringBuilder(postcode.length());
    postcode
        .codePoints()
        .filter(letter -> !Character.isWhitespace(letter) && !Character.isSpaceChar(letter))
        .forEach(key::appendCodePoint);
    return key.toString().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }
}
