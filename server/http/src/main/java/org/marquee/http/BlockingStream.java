package org.marquee.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;

/// An [AnswerStream] for a writer that may wait.
final class BlockingStream extends OutputStream {
  private static final int BUFFER = 8 * 1024;

  private final AnswerStream stream;
  private final byte[] buffer = new byte[BUFFER];
  private int filled;

  BlockingStream(AnswerStream stream) {
    this.stream = stream;
  }

  @Override
  public void write(int octet) throws IOException {
    if (filled == BUFFER) {
      flush();
    }
    buffer[filled++] = (byte) octet;
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, bytes.length);
    int at = from;
    while (at < from + length) {
      if (filled == BUFFER) {
        flush();
      }
      int size = Math.min(BUFFER - filled, from + length - at);
      System.arraycopy(bytes, at, buffer, filled, size);
      filled += size;
      at += size;
    }
  }

  /// @throws IOException if the client is gone, or was cut off
  @Override
  public void flush() throws IOException {
    if (filled == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOf(buffer, filled);
    while (!stream.offer(bytes)) {
      awaitRoom();
    }
    filled = 0;
  }

  private void awaitRoom() throws IOException {
    if (stream.isEnded()) {
      throw new IOException("the client does not take the answer");
    }
    CountDownLatch ready = new CountDownLatch(1);
    stream.whenReady(ready::countDown);
    try {
      ready.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the client did not read");
    }
  }

  /// Sends what is left and ends the answer.
  @Override
  public void close() throws IOException {
    if (!stream.isEnded()) {
      flush();
      stream.end();
    }
  }
}
