package org.marquee.http.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.marquee.gzip.GzipEncoder;

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
      made = compress(plain, length);
      packed = made;
    }
    return made;
  }

  /// The first `length` bytes of `body` compressed: as a page where they look like one, in a
  /// fraction of the time, else as any text. They themselves if that would not be shorter.
  private static byte[] compress(byte[] body, int length) {
    byte[] page = GzipEncoder.own().encode(body, length);
    byte[] packed = page == null ? deflated(body, length) : page;
    return packed.length < length ? packed : Arrays.copyOf(body, length);
  }

  private static byte[] deflated(byte[] body, int length) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(length / 2);
    try (GZIPOutputStream gzip = new Quick(packed)) {
      gzip.write(body, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  private static final class Quick extends GZIPOutputStream {
    Quick(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
