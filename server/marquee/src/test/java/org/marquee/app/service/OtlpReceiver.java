package org.marquee.app.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.NullMarked;

/// A collector of traces: takes OTLP over HTTP, in protobuf (opentelemetry-proto, trace.proto).
@NullMarked
final class OtlpReceiver implements AutoCloseable {
  private final HttpServer server;
  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final List<String> resources = new CopyOnWriteArrayList<>();

  /// A span as it arrived.
  record Span(
      String trace,
      String id,
      String parent,
      String name,
      long nanos,
      Map<String, String> attributes) {}

  private OtlpReceiver(HttpServer server) {
    this.server = server;
  }

  static OtlpReceiver start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    OtlpReceiver receiver = new OtlpReceiver(server);
    server.createContext(
        "/v1/traces",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          for (byte[] resource : Message.read(body).all(1)) {
            Message spansOfResource = Message.read(resource);
            receiver.resources.add(new String(spansOfResource.all(1).getFirst(), UTF_8));
            for (byte[] scope : spansOfResource.all(2)) {
              Message.read(scope).all(2).forEach(span -> receiver.spans.add(span(span)));
            }
          }
          exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    return receiver;
  }

  Map<String, String> environment() {
    return Map.of(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "http://127.0.0.1:" + server.getAddress().getPort(),
        "OTEL_BSP_SCHEDULE_DELAY",
        "100");
  }

  List<Span> spans() {
    return List.copyOf(spans);
  }

  List<String> resources() {
    return List.copyOf(resources);
  }

  /// Those of a name, or a beginning of one.
  List<Span> named(String name) {
    return spans.stream().filter(span -> span.name().startsWith(name)).toList();
  }

  List<Span> children(Span parent) {
    return spans.stream().filter(span -> span.parent().equals(parent.id())).toList();
  }

  private static Span span(byte[] bytes) {
    Message span = Message.read(bytes);
    Map<String, String> attributes = new HashMap<>();
    for (byte[] attribute : span.all(9)) {
      Message pair = Message.read(attribute);
      Message value = Message.read(pair.all(2).getFirst());
      attributes.put(
          new String(pair.all(1).getFirst(), UTF_8),
          value.numbers.containsKey(3)
              ? String.valueOf(value.numbers.get(3))
              : new String(value.all(1).getFirst(), UTF_8));
    }
    return new Span(
        hex(span.all(1)),
        hex(span.all(2)),
        hex(span.all(4)),
        new String(span.all(5).getFirst(), UTF_8),
        span.numbers.getOrDefault(8, 0L) - span.numbers.getOrDefault(7, 0L),
        attributes);
  }

  private static String hex(List<byte[]> bytes) {
    return bytes.isEmpty() ? "" : HexFormat.of().formatHex(bytes.getFirst());
  }

  /// A message of protobuf: its fields by their numbers.
  private record Message(Map<Integer, List<byte[]>> texts, Map<Integer, Long> numbers) {
    static Message read(byte[] bytes) {
      Message message = new Message(new HashMap<>(), new HashMap<>());
      ByteBuffer left = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      while (left.hasRemaining()) {
        int tag = (int) number(left);
        int field = tag >>> 3;
        switch (tag & 7) {
          case 0 -> message.numbers.put(field, number(left));
          case 1 -> message.numbers.put(field, left.getLong());
          case 2 -> {
            byte[] text = new byte[(int) number(left)];
            left.get(text);
            message.texts.computeIfAbsent(field, _ -> new ArrayList<>()).add(text);
          }
          case 5 -> message.numbers.put(field, (long) left.getInt());
          default -> throw new IllegalStateException("not protobuf");
        }
      }
      return message;
    }

    private static long number(ByteBuffer bytes) {
      long number = 0;
      int shift = 0;
      while (true) {
        byte next = bytes.get();
        number |= (long) (next & 0x7f) << shift;
        if (next >= 0) {
          return number;
        }
        shift += 7;
      }
    }

    List<byte[]> all(int field) {
      return texts.getOrDefault(field, List.of());
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
