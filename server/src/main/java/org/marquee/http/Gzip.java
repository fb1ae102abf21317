package org.marquee.http;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.marquee.gzip.GzipEncoder;

/// Compresses bodies (RFC 1952): pages by an encoder that knows them (docs/decisions/0199),
/// everything else by zlib at its fastest.
///
/// Keeps a few of both, since each new one costs memory that has to be cleared.
final class Gzip {
  /// Smaller bodies are never compressed, in bytes.
  static final int SMALLEST_BODY = 1024;

  private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, -1};
  private static final int TRAILER_LENGTH = 8;

  private final Spares<Deflater> deflaters = new Spares<>();
  private final Spares<GzipEncoder> encoders = new Spares<>();

  /// The first `length` bytes of `body` compressed, or they themselves if that would not be
  /// shorter.
  byte[] compress(byte[] body, int length) {
    GzipEncoder spare = encoders.poll();
    GzipEncoder encoder = spare == null ? new GzipEncoder() : spare;
    byte[] packed = encoder.encode(body, length);
    var _ = encoders.offer(encoder);
    return packed == null ? deflated(body, length) : packed;
  }

  private byte[] deflated(byte[] body, int length) {
    byte[] packed = new byte[length];
    Deflater spare = deflaters.poll();
    Deflater deflater = spare == null ? new Deflater(Deflater.BEST_SPEED, true) : spare;
    int room = Math.max(0, length - HEADER.length - TRAILER_LENGTH);
    deflater.setInput(body, 0, length);
    deflater.finish();
    int written = deflater.deflate(packed, HEADER.length, room);
    boolean shorter = deflater.finished();
    deflater.reset();
    if (!deflaters.offer(deflater)) {
      deflater.end();
    }
    return shorter ? framed(packed, written, body, length) : Arrays.copyOf(body, length);
  }

  private static byte[] framed(byte[] packed, int written, byte[] body, int length) {
    CRC32 checksum = new CRC32();
    checksum.update(body, 0, length);
    System.arraycopy(HEADER, 0, packed, 0, HEADER.length);
    ByteBuffer.wrap(packed)
        .order(ByteOrder.LITTLE_ENDIAN)
        .position(HEADER.length + written)
        .putInt((int) checksum.getValue())
        .putInt(length);
    return Arrays.copyOf(packed, HEADER.length + written + TRAILER_LENGTH);
  }
}
