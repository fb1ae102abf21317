package org.marquee.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// The body of a request for a handler that may wait: a queue between the event loop, which adds,
/// and one thread that reads.
///
/// At most [#ROOM] bytes, and what one read of the socket brings, wait for the reader.
final class IncomingBody extends InputStream {
  static final int ROOM = 64 * 1024;

  private final Queue<byte[]> parts = new ArrayDeque<>();
  private final Runnable demand;
  private byte[] head = new byte[0];
  private int at;
  private int waiting;
  private boolean asked;
  private boolean complete;
  private boolean closed;
  private @Nullable String fault;

  /// @param demand asks for more of the body; called by the reader
  IncomingBody(Runnable demand) {
    this.demand = demand;
  }

  /// Adds a part, unless nobody wants it.
  ///
  /// @return whether the reader has asked for more
  synchronized boolean add(byte[] part) {
    if (!closed && fault == null && part.length > 0) {
      parts.add(part);
      waiting += part.length;
      notifyAll();
    }
    asked &= waiting < ROOM;
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
      drop();
      notifyAll();
    }
  }

  private void drop() {
    parts.clear();
    head = new byte[0];
    at = 0;
    waiting = 0;
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
        if (waiting > 0) {
          return take(into, from, length);
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

  private int take(byte[] into, int from, int length) {
    if (at == head.length) {
      head = Objects.requireNonNull(parts.poll());
      at = 0;
    }
    int size = Math.min(length, head.length - at);
    System.arraycopy(head, at, into, from, size);
    at += size;
    waiting -= size;
    if (waiting < ROOM / 2 && !complete) {
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
    return waiting;
  }

  /// Throws away what is left. The connection ends with the answer if there was more to come.
  @Override
  public synchronized void close() {
    closed = true;
    drop();
  }
}
