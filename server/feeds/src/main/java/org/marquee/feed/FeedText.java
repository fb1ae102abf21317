package org.marquee.feed;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_32BE;
import static java.nio.charset.StandardCharsets.UTF_32LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;

/// The bytes of a feed as text. What its first bytes show of the encoding wins over what is stated:
/// a byte order mark, or the zeros that UTF-16 and UTF-32 have between plain letters (RFC 4627, 3).
/// The rule for all formats but the native one, which is in UTF-8.
public final class FeedText {
  private static final int LONGEST_MARK = 4;

  private FeedText() {}

  /// The text without byte order mark. Letters that are not of the encoding end the reading with a
  /// `java.nio.charset.CharacterCodingException`. The reader closes `bytes`.
  ///
  /// @param stated the encoding where the first bytes show no other
  public static BufferedReader of(InputStream bytes, Charset stated) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(bytes, 1 << 16);
    buffered.mark(LONGEST_MARK);
    Charset charset = charset(buffered.readNBytes(LONGEST_MARK), stated);
    buffered.reset();
    BufferedReader text =
        new BufferedReader(new InputStreamReader(buffered, charset.newDecoder()), 1 << 15);
    text.mark(1);
    if (text.read() != 0xfeff) {
      text.reset();
    }
    return text;
  }

  /// The encoding of a text that begins with `bytes`.
  ///
  /// @param stated the encoding where they show no other
  public static Charset charset(byte[] bytes, Charset stated) {
    int first = at(bytes, 0);
    int second = at(bytes, 1);
    int third = at(bytes, 2);
    int fourth = at(bytes, 3);
    if (third == 0
        && fourth == 0
        && ((first == 0xff && second == 0xfe) || (first > 0 && second == 0))) {
      return UTF_32LE;
    }
    if (first == 0
        && second == 0
        && ((third == 0xfe && fourth == 0xff) || (third == 0 && fourth > 0))) {
      return UTF_32BE;
    }
    if (first == 0xff && second == 0xfe) {
      return UTF_16LE;
    }
    if (first == 0xfe && second == 0xff) {
      return UTF_16BE;
    }
    if (first == 0xef && second == 0xbb && third == 0xbf) {
      return UTF_8;
    }
    if (first > 0 && second == 0) {
      return UTF_16LE;
    }
    if (first == 0 && second > 0) {
      return UTF_16BE;
    }
    boolean wide = stated.name().startsWith("UTF-16");
    // Plain letters without zeros between them are not UTF-16, whatever is declared.
    return wide && first > 0 && first < 0x80 && second > 0 && second < 0x80 ? UTF_8 : stated;
  }

  private static int at(byte[] bytes, int index) {
    return index < bytes.length ? bytes[index] & 0xff : -1;
  }
}
