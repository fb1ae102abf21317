package org.marquee.http.message;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.marquee.compression.Gzip;

/// The body of an answer in the two forms that it can be sent in; safe for many threads.
final class Body {
  /// Smaller bodies are never compressed, in bytes.
  static final int SMALLEST_COMPRESSED = 1024;

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
    if (length < SMALLEST_COMPRESSED || packed.length >= length) {
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

  /// A copy with bytes of its own.
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
