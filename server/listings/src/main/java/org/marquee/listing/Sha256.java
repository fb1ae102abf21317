package org.marquee.listing;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// SHA-256 (FIPS 180-4), the one hash of the program.
public final class Sha256 {
  /// To create a digest takes longer than to use it.
  private static final ThreadLocal<MessageDigest> OF_THREAD =
      ThreadLocal.withInitial(Sha256::digest);

  private Sha256() {}

  /// The 32 bytes of the hash of `bytes`.
  public static byte[] of(byte[] bytes) {
    return OF_THREAD.get().digest(bytes);
  }

  /// A new digest, for bytes that arrive in parts.
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
