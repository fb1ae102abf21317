package org.marquee.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.util.regex.Pattern;

/// The keys that lists are ordered by; keys compare by code point (docs/api.md, "Order").
public final class Sorting {
  /// Code points of a folded name that count for its place.
  private static final int COUNTED = 60;

  /// Bytes of a screen's key that count: all of 120 letters of nearly every script, and few enough
  /// for a cursor.
  private static final int COUNTED_BYTES = 400;

  private static final Pattern NUMBER = Pattern.compile("\\p{Nd}+");
  private static final Pattern LEADING_ZEROS = Pattern.compile("^0+(?=.)");

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
    return cut(NUMBER.matcher(Folding.fold(name)).replaceAll(found -> sortable(found.group())));
  }

  private static String sortable(String number) {
    StringBuilder digits = new StringBuilder(number.length());
    number.codePoints().forEach(digit -> digits.append(Character.digit(digit, 10)));
    String plain = LEADING_ZEROS.matcher(digits).replaceFirst("");
    return "9".repeat(plain.length() / 9) + plain.length() % 9 + plain;
  }

  private static String cut(String key) {
    CharBuffer letters = CharBuffer.wrap(key);
    UTF_8
        .newEncoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .encode(letters, ByteBuffer.allocate(COUNTED_BYTES), true);
    return key.substring(0, letters.position());
  }
}
