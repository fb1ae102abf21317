package org.marquee.feed;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/// Unpacks zstd frames, one after the other (RFC 8878, 3). Not the library's own stream: that one
/// takes a file cut near the beginning of a further frame for whole.
final class ZstdStream extends InputStream {
  private static final int SIZE = 1 << 17;

  private final InputStream file;
  private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
  private final byte[] chunk = new byte[SIZE];
  private final ByteBuffer packed = ByteBuffer.allocateDirect(SIZE).limit(0);
  private final ByteBuffer unpacked = ByteBuffer.allocateDirect(SIZE).limit(0);

  /// Whether the last frame begun is complete, and all of it handed over.
  private boolean betweenFrames;

  private boolean fileEnded;

  ZstdStream(InputStream file) {
    this.file = file;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int most) throws IOException {
    if (most == 0) {
      return 0;
    }
    while (!unpacked.hasRemaining()) {
      if (!packed.hasRemaining() && !fileEnded) {
        refill();
      }
      if (fileEnded && betweenFrames) {
        return -1;
      }
      unpack();
    }
    int count = Math.min(most, unpacked.remaining());
    unpacked.get(bytes, from, count);
    return count;
  }

  private void refill() throws IOException {
    int count = file.read(chunk);
    fileEnded = count < 0;
    packed.clear().put(chunk, 0, Math.max(0, count)).flip();
  }

  private void unpack() throws IOException {
    unpacked.clear();
    try {
      betweenFrames = zstd.decompressDirectByteBufferStream(unpacked, packed);
    } catch (ZstdException e) {
      throw new IOException(e.getMessage(), e);
    }
    unpacked.flip();
    if (!unpacked.hasRemaining() && fileEnded && !betweenFrames) {
      throw new EOFException("a zstd frame is cut off");
    }
  }

  @Override
  public void close() throws IOException {
    zstd.close();
    file.close();
  }
}
