package org.marquee.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.marquee.listing.Sha256;

/// Digests of what a request asks.
final class Digest {
  private Digest() {}

  /// The first 8 bytes of the SHA-256 of `text`.
  static long of(String text) {
    return ByteBuffer.wrap(Sha256.of(text.getBytes(UTF_8))).getLong();
  }
}
