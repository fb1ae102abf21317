package org.marquee.gzip;

import java.io.ByteArrayOutputStream;

/// Bits as DEFLATE packs them into bytes: the lowest first (RFC 1951, 3.1.1).
final class BitWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int bits;
  private int count;

  void write(int value, int length) {
    bits |= value << count;
    count += length;
    while (count >= Byte.SIZE) {
      bytes.write(bits);
      bits >>>= Byte.SIZE;
      count -= Byte.SIZE;
    }
  }

  /// All bytes; the last one may have room for more, and has no bits where the others are full.
  byte[] bytes() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(bytes.toByteArray());
    whole.write(bits);
    return whole.toByteArray();
  }

  /// How many bits of the last byte are in use, 0 to 7.
  int bitsInLast() {
    return count;
  }
}
