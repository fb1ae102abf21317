package org.marquee.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// The id that identifies a request in the log.
final class RequestId {
  static final AsciiString FIELD = AsciiString.cached("X-Request-Id");

  static final int LONGEST = 160;
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int BITS_A_LETTER = 5;
  private static final int LETTERS_A_WORD = 10;

  private RequestId() {}

  /// The caller's own if it may come back, else a fresh one.
  static String of(HttpHeaders headers) {
    if (!headers.contains(FIELD)) {
      return fresh();
    }
    List<String> values = headers.getAll(FIELD);
    return values.size() == 1 && mayComeBack(values.getFirst()) ? values.getFirst() : fresh();
  }

  /// One of ours: 20 letters, 100 random bits. It needs to be unlikely to repeat, not to be secret.
  static String fresh() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    StringBuilder id = new StringBuilder(2 * LETTERS_A_WORD);
    append(id, random.nextLong());
    append(id, random.nextLong());
    return id.toString();
  }

  private static void append(StringBuilder id, long bits) {
    long left = bits;
    for (int letter = 0; letter < LETTERS_A_WORD; letter++) {
      id.append(ALPHABET.charAt((int) (left & (ALPHABET.length() - 1))));
      left >>>= BITS_A_LETTER;
    }
  }

  private static boolean mayComeBack(String value) {
    for (int at = 0; at < value.length(); at++) {
      if (value.charAt(at) <= 0x20 || value.charAt(at) >= 0x7f) {
        return false;
      }
    }
    return !value.isEmpty() && value.length() <= LONGEST;
  }
}
