package org.marquee.http.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/// Percent-encoding (RFC 3986, 2.1), strictly UTF-8, decoded once.
final class PercentCoding {
  private PercentCoding() {}

  /// `text` decoded.
  ///
  /// @throws IllegalArgumentException if an escape is malformed, or the bytes are not UTF-8 or hold
  ///   a NUL
  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (letter > 0x7e || letter < 0x20) {
        throw new IllegalArgumentException("a character that must be percent-encoded");
      }
      if (letter != '%') {
        bytes[length++] = (byte) letter;
        continue;
      }
      int value =
          at + 2 < text.length() ? hex(text.charAt(at + 1)) << 4 | hex(text.charAt(at + 2)) : -1;
      if (value < 0) {
        throw new IllegalArgumentException("a malformed percent-escape");
      }
      if (value == 0) {
        throw new IllegalArgumentException("a NUL");
      }
      bytes[length++] = (byte) value;
      at += 2;
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("bytes that are not UTF-8", e);
    }
  }

  /// The value of a hexadecimal digit, or a negative number that stays negative when shifted and
  /// joined.
  private static int hex(char letter) {
    return letter < 0x80 ? Character.digit(letter, 16) : -1;
  }
}
