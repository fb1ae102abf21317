package org.marquee.feed;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntConsumer;

/// A stream whose reading is watched.
public final class WatchedStream extends FilterInputStream {
  private final IntConsumer watcher;

  /// @param watcher hears how many bytes each call has read
  public WatchedStream(InputStream stream, IntConsumer watcher) {
    super(stream);
    this.watcher = watcher;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int read = super.read(bytes, from, length);
    watcher.accept(Math.max(0, read));
    return read;
  }
}
