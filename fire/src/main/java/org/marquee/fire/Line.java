package org.marquee.fire;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One connection to a server, kept from request to request, as a caller's HTTP library keeps it.
/// No request is repeated: that would hide failures.
final class Line implements Closeable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int READ_MILLIS = 10_000;
  private static final int MOST = 16 << 20;
  private static final int NOT_MODIFIED = 304;

  private final InetSocketAddress server;
  private final String key;
  private final @Nullable InetAddress from;
  private final int patienceMillis;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  /// @param key the caller's key; empty for a port that asks for none
  Line(InetSocketAddress server, String key) {
    this(server, key, null, READ_MILLIS);
  }

  /// @param patience how long to wait for more of an answer
  Line(InetSocketAddress server, String key, Duration patience) {
    this(server, key, null, (int) patience.toMillis());
  }

  /// @param from the address to ask from; null: the system chooses
  Line(InetSocketAddress server, String key, @Nullable InetAddress from) {
    this(server, key, from, READ_MILLIS);
  }

  private Line(
      InetSocketAddress server, String key, @Nullable InetAddress from, int patienceMillis) {
    this.server = server;
    this.key = key;
    this.from = from;
    this.patienceMillis = patienceMillis;
  }

  /// An answer as it was sent.
  ///
  /// @param body a character for each byte
  record Answer(int status, String body) {}

  /// A request.
  ///
  /// @param fields more header fields, each with its line end
  record Question(String target, String fields) {}

  /// Asks; connects first where there is no connection. The connection is dropped if that fails.
  Answer get(String target) throws IOException {
    try {
      send(List.of(new Question(target, "")));
      return receive();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /// Sends pipelined requests; connects first if there is no connection.
  void send(List<Question> questions) throws IOException {
    StringBuilder heads = new StringBuilder();
    for (Question question : questions) {
      heads
          .append("GET ")
          .append(question.target())
          .append(" HTTP/1.1\r\nHost: ")
          .append(server.getHostString())
          .append("\r\n")
          .append(key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n")
          .append(question.fields())
          .append("\r\n");
    }
    connected().getOutputStream().write(heads.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// Whether the server has not ended the connection with its last answer.
  boolean isOpen() {
    return socket != null;
  }

  private Socket connected() throws IOException {
    Socket open = socket;
    if (open == null) {
      open = new Socket();
      socket = open;
      open.setTcpNoDelay(true);
      open.setSoTimeout(patienceMillis);
      if (from != null) {
        open.bind(new InetSocketAddress(from, 0));
      }
      open.connect(server, CONNECT_MILLIS);
      in = new BufferedInputStream(open.getInputStream(), 1 << 16);
    }
    return open;
  }

  /// The next answer.
  Answer receive() throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    int length = 0;
    boolean chunked = false;
    boolean last = false;
    for (String field = line(); !field.isEmpty(); field = line()) {
      String[] pair = field.toLowerCase(Locale.ROOT).split(":", 2);
      String value = pair[1].strip();
      switch (pair[0]) {
        case "content-length" -> length = Integer.parseInt(value);
        case "transfer-encoding" -> chunked = value.equals("chunked");
        case "connection" -> last = value.equals("close");
        default -> {}
      }
    }
    byte[] body = status == NOT_MODIFIED ? new byte[0] : chunked ? chunks() : exactly(length);
    if (last) {
      close();
    }
    return new Answer(status, new String(body, StandardCharsets.ISO_8859_1));
  }

  private byte[] chunks() throws IOException {
    var all = new java.io.ByteArrayOutputStream();
    for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
      all.write(exactly(size));
      line();
    }
    line();
    return all.toByteArray();
  }

  private byte[] exactly(int length) throws IOException {
    if (length > MOST) {
      throw new IOException("an answer of " + length + " bytes");
    }
    byte[] body = input().readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the answer was cut off");
    }
    return body;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = input().read(); c != '\n'; c = input().read()) {
      if (c < 0) {
        throw new EOFException("closed before an answer");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private InputStream input() throws IOException {
    InputStream open = in;
    if (open == null) {
      throw new EOFException("closed");
    }
    return open;
  }

  @Override
  public void close() {
    Socket open = socket;
    socket = null;
    in = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException _) {
        // The connection is broken anyway.
      }
    }
  }
}
