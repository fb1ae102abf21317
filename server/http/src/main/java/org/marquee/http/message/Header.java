package org.marquee.http.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// One header field of an answer; one that could end early or forge another cannot exist.
///
/// @param name ASCII letters, digits and `-`, at least one
/// @param value visible ASCII and spaces
public record Header(String name, String value) {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long SPACES = ' ' * ONES;
  private static final long HIGHEST = ONES << 7;

  /// @throws IllegalArgumentException if name or value hold anything else
  public Header {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a header field without a name");
    }
    for (int at = 0; at < name.length(); at++) {
      char letter = name.charAt(at);
      if (letter != '-' && (letter > 'z' || !Character.isLetterOrDigit(letter))) {
        throw new IllegalArgumentException("not the name of a header field: " + name);
      }
    }
    if (!isVisible(value)) {
      throw new IllegalArgumentException("not the value of a header field");
    }
  }

  /// Whether all is visible ASCII or a space, asked of eight letters at a time.
  private static boolean isVisible(String value) {
    // What is not ASCII gets bytes with the highest bit, but for half a letter, which gets `?`.
    byte[] letters = value.getBytes(UTF_8);
    long wrong = 0;
    int at = 0;
    for (; at <= letters.length - Long.BYTES; at += Long.BYTES) {
      long eight = (long) EIGHT.get(letters, at);
      // The highest bit of a letter is set if it was, if the letter is below a space, or if it is
      // DEL; a letter that is right never borrows from its neighbour, nor carries to it.
      wrong |= eight | (eight - SPACES) | (eight + ONES);
    }
    int rest = 0;
    for (; at < letters.length; at++) {
      rest |= (letters[at] - ' ') | ('~' - letters[at]);
    }
    return (wrong & HIGHEST) == 0 && rest >= 0 && value.equals(new String(letters, ISO_8859_1));
  }
}
