package org.marquee.v1.cursor;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.marquee.listing.Sha256;

/// Bytes as callers pass them back in a cursor: base64url (RFC 4648, 5) of the bytes and 4 more of
/// their SHA-256, so that a cursor that was cut or mistyped is recognised.
final class CheckedText {
  private static final int CHECK_BYTES = 4;

  private CheckedText() {}

  static String write(byte[] content) {
    byte[] bytes = Arrays.copyOf(content, content.length + CHECK_BYTES);
    System.arraycopy(Sha256.of(content), 0, bytes, content.length, CHECK_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// The bytes; empty if `text` is not one that [#write] has written.
  static Optional<ByteBuffer> read(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      // Base64 has several spellings of the same bytes; ours has one.
      if (bytes.length < CHECK_BYTES
          || !Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)) {
        return Optional.empty();
      }
      int length = bytes.length - CHECK_BYTES;
      byte[] check = Sha256.of(Arrays.copyOf(bytes, length));
      return Arrays.equals(bytes, length, bytes.length, check, 0, CHECK_BYTES)
          ? Optional.of(ByteBuffer.wrap(bytes, 0, length))
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
