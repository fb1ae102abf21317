package org.marquee.http;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Compresses bodies (RFC 1952).
///
/// Keeps a few deflaters, since each new one costs a quarter of a megabyte of cleared memory.
final class Gzip {
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, -1};
  private static final int TRAILER_LENGTH = 8;
  private static final int SPARES = 8;

  private final BlockingQueue<Deflater> spares = new ArrayBlockingQueue<>(SPARES);

  /// `body` compressed, or `body` itself if that would not be shorter.
  byte[] compress(byte[] body) {
    byte[] packed = new byte[body.length];
    Deflater deflater = take();
    int room = body.length - HEADER.length - TRAILER_LENGTH;
    deflater.setInput(body);
    deflater.finish();
    int length = deflater.deflate(packed, HEADER.length, room);
    boolean shorter = deflater.finished();
    giveBack(deflater);
    return shorter ? framed(packed, length, body) : body;
  }

  private static byte[] framed(byte[] packed, int length, byte[] body) {
    CRC32 checksum = new CRC32();
    checksum.update(body);
    System.arraycopy(HEADER, 0, packed, 0, HEADER.length);
    ByteBuffer.wrap(packed)
        .order(ByteOrder.LITTLE_ENDIAN)
        .position(HEADER.length + length)
        .putInt((int) checksum.getValue())
        .putInt(body.length);
    return Arrays.copyOf(packed, HEADER.length + length + TRAILER_LENGTH);
  }

  private Deflater take() {
    Deflater spare = spares.poll();
    return spare == null ? new Deflater(Deflater.BEST_SPEED, true) : spare;
  }

  private void giveBack(Deflater deflater) {
    deflater.reset();
    if (!spares.offer(deflater)) {
      deflater.end();
    }
  }
}
