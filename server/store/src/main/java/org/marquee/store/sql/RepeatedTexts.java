package org.marquee.store.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/// Texts of a column in which few values come again and again: each is made once and then handed
/// out, as long as no other takes its place.
public final class RepeatedTexts {
  private static final int PLACES = 1 << 14;

  private final @Nullable String[] texts = new String[PLACES];

  String text(byte[] bytes, int from, int length) {
    int place = place(bytes, from, length);
    String known = texts[place];
    if (known != null && isAscii(known, bytes, from, length)) {
      return known;
    }
    String text = new String(bytes, from, length, UTF_8);
    texts[place] = text;
    return text;
  }

  private static int place(byte[] bytes, int from, int length) {
    int hash = length;
    for (int at = from; at < from + length; at++) {
      hash = 31 * hash + bytes[at];
    }
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }

  /// Whether the bytes are just this text, in ASCII; other text is made anew each time.
  private static boolean isAscii(String text, byte[] bytes, int from, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int at = 0; at < length; at++) {
      if (text.charAt(at) != bytes[from + at]) {
        return false;
      }
    }
    return true;
  }
}
