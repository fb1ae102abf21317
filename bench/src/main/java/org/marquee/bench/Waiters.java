package org.marquee.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;

/// Many clients that wait for a change, each with a connection of its own, all on the calling
/// thread. A client costs one `read` and the search for a few letters.
final class Waiters implements AutoCloseable {
  private static final int BUFFER = 16 * 1024;
  private static final byte[] NOTHING_NEW = "\"data\":[]".getBytes(US_ASCII);
  private static final byte[] HEAD = "HTTP/1.1 ".getBytes(US_ASCII);
  private static final byte[] OK = "HTTP/1.1 200".getBytes(US_ASCII);

  private final Selector selector = Selector.open();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private final int number;
  private final byte[] request;
  private final byte[] change;

  private Waiters(int number, String request, String change) throws IOException {
    this.number = number;
    this.request = request.getBytes(US_ASCII);
    this.change = change.getBytes(US_ASCII);
  }

  /// Connects and asks. They wait when the server says so.
  ///
  /// @param request as it goes on the wire
  /// @param change the text that an answer with a change has
  static Waiters ask(int number, int port, String request, String change) throws IOException {
    Waiters waiters = new Waiters(number, request, change);
    for (int client = 0; client < number; client++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.write(ByteBuffer.wrap(waiters.request));
      channel.configureBlocking(false);
      channel.register(waiters.selector, SelectionKey.OP_READ);
    }
    return waiters;
  }

  /// Reads what is sent meanwhile, such as the beginnings of streams, until nothing comes for a
  /// second.
  void settle() throws IOException {
    while (selector.select(this::read, Duration.ofSeconds(1).toMillis()) > 0) {}
  }

  /// Reads for so long. Who has waited in vain meanwhile is asked again.
  void idle(Duration span) throws IOException {
    long end = System.nanoTime() + span.toNanos();
    for (long left = span.toMillis(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
      selector.select(this::read, left);
    }
  }

  /// When each got the change, in nanoseconds by [System#nanoTime], in order. A request that has
  /// waited in vain, because the import takes longer than a wait, is asked again. The connections
  /// stay open: a client that follows goes on with its own.
  long[] answered() throws IOException {
    long[] answered = new long[number];
    int[] count = new int[1];
    while (count[0] < number) {
      selector.select(key -> {
        // A stream may bring its changes in several parts.
        if (read(key) && key.attach(true) == null) {
          answered[count[0]++] = System.nanoTime();
        }
      });
    }
    return answered;
  }

  /// Whether this brought the change.
  private boolean read(SelectionKey key) {
    try {
      SocketChannel channel = (SocketChannel) key.channel();
      buffer.clear();
      if (channel.read(buffer) < 0) {
        throw new IllegalStateException("the server closed a connection");
      }
      if (has(change)) {
        return true;
      }
      if (has(NOTHING_NEW)) {
        channel.write(ByteBuffer.wrap(request));
      } else if (begins(HEAD) && !begins(OK)) {
        throw new IllegalStateException(new String(buffer.array(), 0, buffer.position(), US_ASCII));
      }
      return false;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// An answer that is longer than the buffer has parts without a head.
  private boolean begins(byte[] sought) {
    return buffer.position() >= sought.length
        && Arrays.mismatch(buffer.array(), 0, sought.length, sought, 0, sought.length) < 0;
  }

  private boolean has(byte[] sought) {
    byte[] in = buffer.array();
    for (int at = 0; at <= buffer.position() - sought.length; at++) {
      int same = 0;
      while (same < sought.length && in[at + same] == sought[same]) {
        same++;
      }
      if (same == sought.length) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
