package org.marquee.rig;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One connection to a server, kept from request to request, as a caller's HTTP library keeps it.
/// No request is repeated: that would hide failures.
public final class Line implements Closeable {
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
  public Line(InetSocketAddress server, String key) {
    this(server, key, null, READ_MILLIS);
  }

  /// @param patience how long to wait for more of an answer
  public Line(InetSocketAddress server, String key, Duration patience) {
    this(server, key, null, (int) patience.toMillis());
  }

  /// @param from the address to ask from; null: the system chooses
  public Line(InetSocketAddress server, String key, @Nullable InetAddress from) {
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
  /// @param fields of its head, by their names in lower case
  /// @param body a character for each byte
  public record Answer(int status, Map<String, String> fields, String body) {
    /// The bytes of the body.
    public byte[] bytes() {
      return body.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  /// A request.
  ///
  /// @param fields more header fields, each with its line end
  public record Question(String target, String fields) {}

  /// Asks; connects first where there is no connection. The connection is dropped if that fails.
  public Answer get(String target) throws IOException {
    return get(new Question(target, ""));
  }

  /// [#get(String)] with more header fields.
  public Answer get(Question question) throws IOException {
    try {
      send(List.of(question));
      return receive();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /// The body of an answer that must be there.
  public String body(String target) throws IOException {
    Answer answer = get(target);
    if (answer.status() != 200) {
      throw new IOException(answer.status() + " to " + target + ": " + answer.body());
    }
    return answer.body();
  }

  /// Sends pipelined requests; connects first if there is no connection.
  public void send(List<Question> questions) throws IOException {
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
  public boolean isOpen() {
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
  public Answer receive() throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    Map<String, String> fields = new HashMap<>();
    for (String field = line(); !field.isEmpty(); field = line()) {
      String[] pair = field.split(":", 2);
      fields.put(pair[0].toLowerCase(Locale.ROOT), pair[1].strip());
    }
    boolean chunked = fields.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked");
    int length = Integer.parseInt(fields.getOrDefault("content-length", "0"));
    byte[] body = status == NOT_MODIFIED ? new byte[0] : chunked ? chunks() : exactly(length);
    if (fields.getOrDefault("connection", "").equalsIgnoreCase("close")) {
      close();
    }
    return new Answer(status, fields, new String(body, StandardCharsets.ISO_8859_1));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
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
