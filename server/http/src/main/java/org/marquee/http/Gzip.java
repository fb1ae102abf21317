package org.marquee.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.marquee.gzip.GzipEncoder;

/// Compresses bodies: as pages where they look like pages, in a fraction of the time, else as any
/// text.
final class Gzip {
  /// Smaller bodies are never compressed, in bytes.
  static final int SMALLEST_BODY = 1024;

  private Gzip() {}

  /// The first `length` bytes of `body` compressed, or they themselves if that would not be
  /// shorter.
  static byte[] compress(byte[] body, int length) {
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
