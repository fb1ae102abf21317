package org.marquee.listing;

/// The keys that lists are ordered by; keys compare by code point (docs/api.md, "Order").
public final class Sorting {
  /// Code points of a folded name that count for its place.
  private static final int COUNTED = 60;

  /// Bytes of a screen's key that count: all of 120 letters of nearly every script, and few enough
  /// for a cursor.
  private static final int COUNTED_BYTES = 400;

  private Sorting() {}

  /// Films, cinemas and chains: the first 60 code points of the folded name.
  public static String byName(String name) {
    String folded = Folding.fold(name);
    if (folded.codePointCount(0, folded.length()) <= COUNTED) {
      return folded;
    }
    return folded.substring(0, folded.offsetByCodePoints(0, COUNTED));
  }

  /// Screens: the folded name with its numbers in natural order, so that Screen 2 comes before
  /// Screen 10.
  ///
  /// Each run of digits loses its leading zeros and is preceded by its length, written in digits
  /// that sort: nine for each nine digits, then the rest.
  public static String natural(String name) {
    String folded = Folding.fold(name);
    StringBuilder key = new StringBuilder(folded.length() + 4);
    StringBuilder number = new StringBuilder();
    for (int at = 0; at < folded.length(); ) {
      int letter = folded.codePointAt(at);
      at += Character.charCount(letter);
      int digit = Character.isDigit(letter) ? Character.digit(letter, 10) : -1;
      if (digit >= 0) {
        number.append(digit);
        if (at < folded.length()) {
          continue;
        }
      }
      if (!number.isEmpty()) {
        appendNumber(number, key);
        number.setLength(0);
      }
      if (digit < 0) {
        key.appendCodePoint(letter);
      }
    }
    return cut(key.toString());
  }

  private static String cut(String key) {
    int bytes = 0;
    for (int at = 0; at < key.length(); ) {
      int letter = key.codePointAt(at);
      bytes += letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
      if (bytes > COUNTED_BYTES) {
        return key.substring(0, at);
      }
      at += Character.charCount(letter);
    }
    return key;
  }

  private static void appendNumber(CharSequence digits, StringBuilder key) {
    int from = 0;
    while (from < digits.length() - 1 && digits.charAt(from) == '0') {
      from++;
    }
    int length = digits.length() - from;
    for (int left = length; ; left -= 9) {
      if (left < 9) {
        key.append(left);
        break;
      }
      key.append('9');
    }
    key.append(digits, from, digits.length());
  }
}
