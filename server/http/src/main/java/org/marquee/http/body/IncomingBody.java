package org.marquee.http.body;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The body of a request for a handler that may wait: a buffer between the event loop, which adds,
/// and one thread that reads.
///
/// At most [#ROOM] bytes, and what one read of the socket brings, wait for the reader.
public final class IncomingBody extends InputStream {
  /// So many bytes may wait for the reader.
  public static final int ROOM = 64 * 1024;

  private final Runnable demand;
  private ByteBuf waiting = Unpooled.buffer(0);
  private boolean asked;
  private boolean complete;
  private boolean closed;
  private @Nullable String fault;

  /// @param demand asks for more of the body; called by the reader
  public IncomingBody(Runnable demand) {
    this.demand = demand;
  }

  /// Adds a part, unless nobody wants it.
  ///
  /// @return whether the reader has asked for more
  synchronized boolean add(ByteBuf part) {
    if (!closed && fault == null) {
      waiting.discardSomeReadBytes().writeBytes(part);
      notifyAll();
    }
    asked &= waiting.readableBytes() < ROOM;
    return asked;
  }

  /// Notes that everything has arrived.
  synchronized void complete() {
    complete = true;
    notifyAll();
  }

  /// Has the reader fail, unless everything has arrived.
  synchronized void fail(String why) {
    if (!complete && fault == null) {
      fault = why;
      waiting = Unpooled.EMPTY_BUFFER;
      notifyAll();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /// @throws IOException if the body is too large, too slow, or cut short, by when the client has
  ///   its answer; or if the stream is closed
  @Override
  public synchronized int read(byte[] into, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, into.length);
    try {
      while (length > 0) {
        if (closed || fault != null) {
          throw new IOException(closed ? "the body is closed" : fault);
        }
        if (waiting.isReadable()) {
          return readWaiting(into, from, length);
        }
        if (complete) {
          return -1;
        }
        ask();
        wait();
      }
      return 0;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the body arrived");
    }
  }

  private int readWaiting(byte[] into, int from, int length) {
    int size = Math.min(length, waiting.readableBytes());
    waiting.readBytes(into, from, size);
    if (waiting.readableBytes() < ROOM / 2 && !complete) {
      ask();
    }
    return size;
  }

  private void ask() {
    if (!asked) {
      asked = true;
      demand.run();
    }
  }

  @Override
  public synchronized int available() {
    return waiting.readableBytes();
  }

  /// Throws away what is left. The connection ends with the answer if there was more to come.
  @Override
  public synchronized void close() {
    closed = true;
    waiting = Unpooled.EMPTY_BUFFER;
  }
}
