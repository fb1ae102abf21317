package org.marquee.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Digests of what a request asks.
final class Digest {
  private Digest() {}

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /// The first 8 bytes of the digest of `text`.
  static long of(String text) {
    return ByteBuffer.wrap(sha256(text.getBytes(UTF_8))).getLong();
  }
}
