package org.marquee.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.message.Answer;
import org.marquee.http.message.Header;

/// A client that sends any bytes it likes and reads what comes back.
@NullMarked
public final class Wire implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  final Socket socket;
  private final InputStream in;

  private Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  static Wire to(HttpServer server) throws IOException {
    return new Wire(new Socket(server.address().getAddress(), server.address().getPort()));
  }

  /// On a socket that is connected already.
  static Wire on(Socket socket) throws IOException {
    return new Wire(socket);
  }

  /// Asks once, on a connection of its own.
  static Answer ask(HttpServer server, String message) throws IOException {
    try (Wire wire = to(server)) {
      return wire.send(message).read();
    }
  }

  /// Sends one byte for each character.
  Wire send(String message) throws IOException {
    return send(message.getBytes(ISO_8859_1));
  }

  Wire send(byte[] message) throws IOException {
    socket.getOutputStream().write(message);
    return this;
  }

  /// Sends each byte in a packet of its own.
  Wire sendSlowly(String message) throws IOException {
    for (byte octet : message.getBytes(ISO_8859_1)) {
      socket.getOutputStream().write(octet);
    }
    return this;
  }

  /// Sends `part` every 50 ms until the server closes; returns the answer, which must be a 408 that
  /// comes before that.
  Answer trickle(String part) throws IOException {
    Thread trickle =
        Thread.ofVirtual()
            .start(() -> {
              try {
                for (int count = 0; count < 400; count++) {
                  send(part);
                  Thread.sleep(50);
                }
              } catch (IOException | InterruptedException _) {
                // the server has closed
              }
            });
    Answer answer = read();
    assertThat(trickle.isAlive()).isTrue();
    assertThat(answer.status()).isEqualTo(408);
    assertThat(answer.one("Connection")).isEqualTo("close");
    return answer;
  }

  /// The next answer, to anything but HEAD.
  Answer read() throws IOException {
    Answer head = readHead();
    boolean bodiless = head.status == 304 || head.status == 204 || head.status < 200;
    return bodiless
        ? head
        : head.withBody(in.readNBytes(Integer.parseInt(head.one("Content-Length"))));
  }

  /// The next answer without a body, as to HEAD.
  Answer readHead() throws IOException {
    String status = line();
    List<Header> headers = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(": ");
      headers.add(new Header(line.substring(0, colon), line.substring(colon + 2)));
    }
    return new Answer(Integer.parseInt(status.split(" ", -1)[1]), List.copyOf(headers), "");
  }

  /// The body in chunks that follows a head, up to and with its end.
  String readChunks() throws IOException {
    StringBuilder body = new StringBuilder();
    for (String chunk = readChunk(); !chunk.isEmpty(); chunk = readChunk()) {
      body.append(chunk);
    }
    return body.toString();
  }

  /// The next chunk; empty where it is the last.
  String readChunk() throws IOException {
    int length = Integer.parseInt(line(), 16);
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length || !line().isEmpty()) {
      throw new EOFException("the connection ended within a chunk");
    }
    return new String(bytes, ISO_8859_1);
  }

  /// Whether the server sent nothing more and closed the connection without a reset.
  boolean isEnded() throws IOException {
    return in.read() < 0;
  }

  /// All that comes until the server ends the connection.
  String rest() throws IOException {
    return new String(in.readAllBytes(), ISO_8859_1);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new EOFException("the connection ended within a line: " + line);
      }
      line.write(octet);
    }
    String text = line.toString(ISO_8859_1);
    if (!text.endsWith("\r")) {
      throw new IOException("a line without a carriage return: " + text);
    }
    return text.substring(0, text.length() - 1);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @param body each byte as a character
  record Answer(int status, List<Header> headers, String body) {
    List<String> all(String name) {
      return headers.stream()
          .filter(header -> header.name().equalsIgnoreCase(name))
          .map(Header::value)
          .toList();
    }

    String one(String name) {
      List<String> values = all(name);
      if (values.size() != 1) {
        throw new AssertionError(name + " " + values + " in " + this);
      }
      return values.getFirst();
    }

    String text() {
      return new String(bytes(), UTF_8);
    }

    byte[] bytes() {
      return body.getBytes(ISO_8859_1);
    }

    private Answer withBody(byte[] bytes) {
      return new Answer(status, headers, new String(bytes, ISO_8859_1));
    }
  }
}
