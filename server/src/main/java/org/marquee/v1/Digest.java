package org.marquee.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Digests of what a request asks.
final class Digest {
  private Digest() {}

  /// To find a digest takes longer than to use it.
  private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(Digest::make);

  private static MessageDigest make() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  static byte[] sha256(byte[] bytes) {
    return SHA_256.get().digest(bytes);
  }

  /// The first 8 bytes of the digest of `text`.
  static long of(String text) {
    return ByteBuffer.wrap(sha256(text.getBytes(UTF_8))).getLong();
  }
}
