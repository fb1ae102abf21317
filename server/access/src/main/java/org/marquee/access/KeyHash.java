package org.marquee.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import org.marquee.listing.Sha256;

/// The SHA-256 of a key: all that is kept of it. Four numbers rather than an array, so that it is a
/// value: immutable, and fit to look things up by.
public record KeyHash(long first, long second, long third, long fourth) {
  /// Length in bytes.
  public static final int LENGTH = 32;

  /// The hash of a key's text.
  static KeyHash of(String key) {
    return of(Sha256.of(key.getBytes(ISO_8859_1)));
  }

  /// The hash that these 32 bytes are.
  public static KeyHash of(byte[] bytes) {
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException("a SHA-256 has 32 bytes, not " + bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new KeyHash(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
  }

  /// The 32 bytes, to be stored.
  public byte[] toBytes() {
    return ByteBuffer.allocate(LENGTH)
        .putLong(first)
        .putLong(second)
        .putLong(third)
        .putLong(fourth)
        .array();
  }
}
