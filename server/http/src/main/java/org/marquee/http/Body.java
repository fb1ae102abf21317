package org.marquee.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The body of an answer in the two forms that it can be sent in; safe for many threads.
final class Body {
  private final byte[] plain;
  private final int length;

  private volatile byte @Nullable [] packed;

  /// @param plain begins with the bytes of the body; not copied, and not to be changed
  /// @param length of the body, in bytes
  Body(byte[] plain, int length) {
    this.plain = plain;
    this.length = length;
  }

  /// A body in its compressed form only.
  ///
  /// @param length of the other form, in bytes
  static Body packed(byte[] packed, int length) {
    if (length < Gzip.SMALLEST_BODY || packed.length >= length) {
      throw new IllegalArgumentException("not to be sent compressed: " + length + " bytes");
    }
    Body body = new Body(new byte[0], length);
    body.packed = packed;
    return body;
  }

  /// An array that begins with the bytes of the body.
  byte[] plain() {
    return plain;
  }

  int length() {
    return length;
  }

  /// The same with bytes of its own.
  Body copied() {
    return new Body(Arrays.copyOf(plain, length), length);
  }

  /// The body compressed, which is done the first time it is asked for; the body itself where that
  /// would not be shorter.
  byte[] packed() {
    byte[] known = packed;
    return known == null ? pack() : known;
  }

  /// A second caller waits: that takes no longer than to compress it again.
  private synchronized byte[] pack() {
    byte[] made = packed;
    if (made == null) {
      made = Gzip.compress(plain, length);
      packed = made;
    }
    return made;
  }
}
