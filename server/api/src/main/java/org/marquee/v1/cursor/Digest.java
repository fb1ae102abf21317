package org.marquee.v1.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.marquee.listing.Sha256;

/// Digests of what a request asks.
public final class Digest {
  private Digest() {}

  /// The first 8 bytes of the SHA-256 of `text`.
  public static long of(String text) {
    return ByteBuffer.wrap(Sha256.of(text.getBytes(UTF_8))).getLong();
  }
}
