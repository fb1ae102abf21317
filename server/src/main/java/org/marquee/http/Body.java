package org.marquee.http;

import org.jspecify.annotations.Nullable;

/// The body of an answer in the two forms that it can be sent in; safe for many threads.
final class Body {
  private final byte[] plain;

  private volatile byte @Nullable [] packed;

  /// @param plain the bytes, not copied and not to be changed
  Body(byte[] plain) {
    this.plain = plain;
  }

  byte[] plain() {
    return plain;
  }

  /// The body compressed, which is done the first time it is asked for; [#plain] itself where that
  /// would not be shorter.
  byte[] packed(Gzip gzip) {
    byte[] known = packed;
    return known == null ? pack(gzip) : known;
  }

  /// Whoever comes second waits: that takes no longer than to compress it again.
  private synchronized byte[] pack(Gzip gzip) {
    byte[] made = packed;
    if (made == null) {
      made = gzip.compress(plain);
      packed = made;
    }
    return made;
  }
}
