package org.marquee.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Compresses whole bodies of answers; safe for many threads.
public final class Gzip {
  private Gzip() {}

  /// The first `length` bytes of `body` as gzip (RFC 1952): as a page where they look like one, in
  /// a fraction of the time, else as any text. The bytes as they are if gzip would not be shorter.
  public static byte[] compress(byte[] body, int length) {
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
