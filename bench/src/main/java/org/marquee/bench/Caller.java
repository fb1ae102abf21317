package org.marquee.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A connection that one request at a time goes over. Reads just enough HTTP to know where an
/// answer ends.
final class Caller {
  private static final String GOOD_STATUS = "HTTP/1.1 200";
  private static final String LENGTH = "content-length:";
  private static final int MOST_HEADER = 2_048;

  private final SocketChannel channel;
  private final ByteBuffer answer = ByteBuffer.allocateDirect(1 << 20);
  private long due;

  /// Where the answer ends; 0 until its header is there.
  private int end;

  private boolean good;

  private Caller(SocketChannel channel) {
    this.channel = channel;
  }

  static Caller open(InetSocketAddress server, Selector selector) throws IOException {
    SocketChannel channel = SocketChannel.open(server);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    Caller line = new Caller(channel);
    channel.register(selector, SelectionKey.OP_READ, line);
    return line;
  }

  /// When the request that is under way was due, by [System#nanoTime].
  long due() {
    return due;
  }

  void send(String request, long dueAt) throws IOException {
    due = dueAt;
    end = 0;
    answer.clear();
    ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.ISO_8859_1));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /// How far an answer has come.
  enum Progress {
    PART,
    GOOD,
    BAD
  }

  Progress receive() throws IOException {
    if (channel.read(answer) < 0) {
      throw new EOFException("the server has closed the connection");
    }
    if (end == 0) {
      readHeader();
    }
    if (end == 0 || answer.position() < end) {
      return Progress.PART;
    }
    return good ? Progress.GOOD : Progress.BAD;
  }

  private void readHeader() {
    String start = text(0, Math.min(answer.position(), MOST_HEADER));
    int over = start.indexOf("\r\n\r\n");
    if (over < 0) {
      return;
    }
    good = start.startsWith(GOOD_STATUS);
    int length = start.toLowerCase(Locale.ROOT).indexOf(LENGTH);
    if (length < 0 || length > over) {
      throw new IllegalStateException("an answer that does not say its length: " + start);
    }
    int from = length + LENGTH.length();
    end = over + 4 + Integer.parseInt(start.substring(from, start.indexOf('\r', from)).strip());
  }

  private String text(int from, int until) {
    byte[] bytes = new byte[until - from];
    answer.get(from, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
