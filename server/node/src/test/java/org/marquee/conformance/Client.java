package org.marquee.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.marquee.contract.ContractCheck;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client that sends any request, keeps its connection where it may, and checks every answer by
/// [Manners].
final class Client implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int PATIENCE_MILLIS = 8_000;

  private final InetSocketAddress server;
  private final String key;
  private @Nullable Socket socket;
  private InputStream in = InputStream.nullInputStream();

  /// @param key the API key that [#get] and [#ask] send; empty for none
  Client(InetSocketAddress server, String key) {
    this.server = server;
    this.key = key;
  }

  /// @param fields whole header lines, such as `Accept-Encoding: gzip`
  Answer get(String target, String... fields) {
    return ask("GET", target, fields);
  }

  Answer ask(String method, String target, String... fields) {
    StringBuilder head = new StringBuilder(method).append(' ').append(target);
    head.append(" HTTP/1.1\r\nHost: localhost\r\n");
    if (!key.isEmpty()) {
      head.append("Authorization: Bearer ").append(key).append("\r\n");
    }
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    return send(head.append("\r\n").toString());
  }

  /// Sends a message, one byte for each character, and reads its answer.
  Answer send(String message) {
    try {
      boolean head = message.startsWith("HEAD ");
      Answer answer;
      try {
        answer = exchange(message, head);
      } catch (StaleConnection _) {
        close();
        answer = exchange(message, head);
      }
      if (answer.all("Connection").contains("close")) {
        close();
      }
      Manners.check(answer, head, message);
      checkContract(answer, message);
      return answer;
    } catch (IOException | RuntimeException e) {
      close();
      throw new AssertionError("no answer to " + message, e);
    }
  }

  private static void checkContract(Answer answer, String message) {
    String[] words = message.split(" ", 3);
    if (words[0].equals("GET") || words[0].equals("HEAD")) {
      ContractCheck.check(
          words[1], answer.status(), answer::all, new String(answer.plain(), UTF_8));
    }
  }

  /// The server may have closed the connection since the last request.
  private static final class StaleConnection extends IOException {
    private static final long serialVersionUID = 1;
  }

  private Answer exchange(String message, boolean head) throws IOException {
    boolean kept = socket != null;
    Socket open = open();
    try {
      open.getOutputStream().write(message.getBytes(ISO_8859_1));
    } catch (IOException e) {
      throw kept ? new StaleConnection() : e;
    }
    String status = line(kept);
    List<Field> fields = new ArrayList<>();
    for (String line = line(false); !line.isEmpty(); line = line(false)) {
      int colon = line.indexOf(':');
      fields.add(new Field(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    Answer answer =
        new Answer(Integer.parseInt(status.split(" ", -1)[1]), List.copyOf(fields), new byte[0]);
    if (head || answer.status() == 304 || answer.status() == 204) {
      return answer;
    }
    int length = Integer.parseInt(answer.one("Content-Length"));
    byte[] body = in.readNBytes(length);
    if (body.length != length) {
      throw new EOFException("the body ended early");
    }
    return new Answer(answer.status(), answer.fields(), body);
  }

  private Socket open() throws IOException {
    Socket open = socket;
    if (open == null) {
      open = new Socket(server.getAddress(), server.getPort());
      open.setSoTimeout(PATIENCE_MILLIS);
      open.setTcpNoDelay(true);
      in = new BufferedInputStream(open.getInputStream());
      socket = open;
    }
    return open;
  }

  private String line(boolean mayBeStale) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw mayBeStale && line.size() == 0
            ? new StaleConnection()
            : new EOFException("the connection ended within " + line);
      }
      line.write(octet);
    }
    return line.toString(ISO_8859_1).stripTrailing();
  }

  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      socket = null;
    }
  }

  record Field(String name, String value) {}

  @SuppressWarnings("ArrayRecordComponent") // compared byte by byte where it is compared
  record Answer(int status, List<Field> fields, byte[] body) {
    List<String> all(String name) {
      return fields.stream()
          .filter(field -> field.name().equalsIgnoreCase(name))
          .map(Field::value)
          .toList();
    }

    String one(String name) {
      List<String> values = all(name);
      if (values.size() != 1) {
        throw new AssertionError(name + " is " + values + " in " + this);
      }
      return values.getFirst();
    }

    JsonNode json() {
      return JSON.readTree(plain());
    }

    /// The body, unpacked if it came packed.
    byte[] plain() {
      if (body.length == 0 || all("Content-Encoding").isEmpty()) {
        return body;
      }
      if (!one("Content-Encoding").equals("gzip")) {
        throw new AssertionError(one("Content-Encoding"));
      }
      try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(body))) {
        return unpacked.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// What an error says is wrong: `limit too_large` and so on, in alphabetical order.
    List<String> violations() {
      List<String> all = new ArrayList<>();
      for (JsonNode violation : json().at("/error/details/violations")) {
        all.add(violation.get("parameter").asString() + " " + violation.get("reason").asString());
      }
      all.sort(null);
      return all;
    }

    String code() {
      return json().at("/error/code").asString();
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder().append(status);
      for (Field field : fields) {
        if (!field.name().toLowerCase(Locale.ROOT).equals("date")) {
          text.append('\n').append(field.name()).append(": ").append(field.value());
        }
      }
      String shown = body.length == 0 ? "" : new String(plain(), UTF_8);
      return text.append("\n\n").append(shown, 0, Math.min(shown.length(), 2000)).toString();
    }
  }
}
