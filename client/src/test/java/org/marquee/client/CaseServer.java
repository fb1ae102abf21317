package org.marquee.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/// Serves the exchanges of one case in turn, each on a connection of its own, and notes what does
/// not fit.
final class CaseServer implements AutoCloseable {
  static final String KEY = "mq_0123456789abcdefghijklmnopqrstuvABCDEF";

  private final Deque<JsonObject> exchanges;
  private final ServerSocket listener;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
  private volatile Instant now = Instant.EPOCH;

  CaseServer(List<JsonObject> exchanges) {
    this.exchanges = new ArrayDeque<>();
    for (JsonObject exchange : exchanges) {
      Integer times = exchange.optionalInteger("times");
      this.exchanges.addAll(Collections.nCopies(times == null ? 1 : times, exchange));
    }
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /// A clock that begins at a moment and moves with the answers.
  InstantSource clock(Instant start) {
    now = start;
    return () -> now;
  }

  /// Whether all exchanges have begun.
  boolean wasAsked() {
    synchronized (exchanges) {
      return exchanges.isEmpty();
    }
  }

  /// What did not fit; also what was never asked for.
  List<String> faults() {
    synchronized (exchanges) {
      exchanges.forEach(each -> faults.add("never asked: " + each.object("request")));
      exchanges.clear();
    }
    return List.copyOf(faults);
  }

  @Override
  public void close() throws IOException {
    stopped.countDown();
    listener.close();
  }

  private void accept() {
    while (true) {
      try {
        Socket connection = listener.accept();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      String head = head(connection.getInputStream());
      if (head.isEmpty()) {
        return;
      }
      JsonObject exchange;
      synchronized (exchanges) {
        exchange = exchanges.poll();
      }
      if (exchange == null) {
        faults.add("asked too often: " + head);
        return;
      }
      compare(head, exchange.object("request"));
      answer(connection, exchange.object("answer"));
    } catch (IOException | InterruptedException e) {
      // The client has gone, as it does after a timeout.
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.write(next);
    }
    return head.toString(ISO_8859_1);
  }

  private void compare(String head, JsonObject expected) {
    List<String> lines = head.lines().toList();
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
    String[] words = lines.getFirst().split(" ", -1);
    int mark = words[1].indexOf('?');
    String path = mark < 0 ? words[1] : words[1].substring(0, mark);
    Map<String, Object> wanted = new TreeMap<>(expected.object("query").members());
    Map<String, Object> given = new TreeMap<>();
    if (mark >= 0) {
      for (String pair : words[1].substring(mark + 1).split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = pair.substring(0, equals);
        boolean any = "*".equals(wanted.get(name));
        given.put(name, any ? "*" : URLDecoder.decode(pair.substring(equals + 1), UTF_8));
      }
    }
    if (!words[0].equals("GET") || !path.equals(expected.text("path")) || !given.equals(wanted)) {
      faults.add(lines.getFirst() + " is not " + expected);
    }
    Map<String, Object> headers = new TreeMap<>();
    headers.put("Authorization", "Bearer " + KEY);
    headers.put("Accept", "application/json");
    headers.put("User-Agent", "marquee-*");
    if (expected.members().containsKey("headers")) {
      // A field that a case gives as null must be absent; the reader leaves nulls out.
      headers.put("If-None-Match", "");
      headers.putAll(expected.object("headers").members());
    }
    headers.forEach((name, value) -> {
      String sent = fields.getOrDefault(name, "");
      String pattern = Pattern.quote(String.valueOf(value)).replace("*", "\\E.*\\Q");
      if (!sent.matches(pattern)) {
        faults.add(lines.getFirst() + ": " + name + " is " + sent + ", not " + value);
      }
    });
  }

  private void answer(Socket connection, JsonObject answer)
      throws IOException, InterruptedException {
    if (pause(answer.optionalNumber("delay"))) {
      return;
    }
    Integer days = answer.optionalInteger("days");
    now = now.plus(Duration.ofDays(days == null ? 0 : days));
    OutputStream out = connection.getOutputStream();
    if ("head".equals(answer.optionalText("cut"))) {
      out.write("HTTP/1.1 2".getBytes(UTF_8));
      return;
    }
    Integer status = answer.optionalInteger("status");
    byte[] body = body(answer);
    boolean isEndless = answer.members().containsKey("endless");
    out.write(head(answer, status == null ? 200 : status, body.length, isEndless).getBytes(UTF_8));
    if (isEndless) {
      byte[] chunk = ("3e8\r\n" + " ".repeat(1000) + "\r\n").getBytes(UTF_8);
      while (stopped.getCount() > 0) {
        out.write(chunk);
      }
    } else if (answer.members().containsKey("drip")) {
      for (byte each : body) {
        if (pause(answer.optionalNumber("drip"))) {
          return;
        }
        out.write(each);
      }
    } else if ("within".equals(answer.optionalText("cut"))) {
      out.write(body, 0, body.length / 2);
    } else {
      out.write(body);
      connection.shutdownOutput();
      int unused = connection.getInputStream().read();
    }
  }

  private String head(JsonObject answer, int status, int length, boolean isEndless) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("Content-Type", "application/json");
    fields.put("Connection", "close");
    if (answer.members().containsKey("gzip")) {
      fields.put("Content-Encoding", "gzip");
    }
    if (isEndless) {
      fields.put("Transfer-Encoding", "chunked");
    } else if (status != 204 && status != 304) {
      fields.put("Content-Length", String.valueOf(length));
    }
    if (answer.members().get("headers") instanceof Map<?, ?> more) {
      more.forEach(
          (name, value) -> fields.put(String.valueOf(name), filled(String.valueOf(value))));
    }
    StringBuilder head =
        new StringBuilder(String.format(Locale.ROOT, "HTTP/1.1 %d Status\r\n", status));
    fields.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    return head.append("\r\n").toString();
  }

  private byte[] body(JsonObject answer) throws IOException {
    byte[] body;
    Object json = answer.members().get("body");
    if (json != null) {
      body = filled(WireJson.text(json)).getBytes(UTF_8);
    } else if (answer.members().containsKey("repeat")) {
      JsonObject repeat = answer.object("repeat");
      body =
          repeat
              .text("text")
              .repeat((int) (double) Objects.requireNonNull(repeat.optionalNumber("times")))
              .getBytes(UTF_8);
    } else if (answer.members().containsKey("base64")) {
      body = Base64.getDecoder().decode(answer.text("base64"));
    } else {
      body = String.valueOf(answer.members().getOrDefault("text", "")).getBytes(UTF_8);
    }
    if (!answer.members().containsKey("gzip")) {
      return body;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(body);
    }
    return packed.toByteArray();
  }

  private boolean pause(@org.jspecify.annotations.Nullable Double seconds)
      throws InterruptedException {
    return seconds != null && stopped.await((long) (seconds * 1000), TimeUnit.MILLISECONDS);
  }

  private String filled(String text) {
    return text.replace("{server}", url()).replace("{key}", KEY);
  }
}
