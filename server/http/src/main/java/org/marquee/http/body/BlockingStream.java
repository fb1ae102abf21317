package org.marquee.http.body;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/// An [AnswerStream] for a writer that may wait.
final class BlockingStream extends OutputStream {
  private static final int PIECE = 8 * 1024;

  private final AnswerStream stream;

  private BlockingStream(AnswerStream stream) {
    this.stream = stream;
  }

  /// One that collects what is written in small parts.
  static OutputStream of(AnswerStream stream) {
    return new BufferedOutputStream(new BlockingStream(stream), PIECE);
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet});
  }

  /// @throws IOException if the client is gone, or was cut off
  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    int until = from + length;
    for (int at = from; at < until; at += PIECE) {
      byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(at + PIECE, until));
      while (!stream.offer(piece)) {
        awaitRoom();
      }
    }
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

  @Override
  public void close() {
    if (!stream.isEnded()) {
      stream.end();
    }
  }
}
