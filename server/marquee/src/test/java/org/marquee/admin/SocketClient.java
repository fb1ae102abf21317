package org.marquee.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Sends HTTP to a socket in the file system, byte by byte as it is told.
@NullMarked
record SocketClient(Path socket) {
  record Answer(int status, String head, String body) {
    JsonNode json() {
      return JsonMapper.shared().readTree(body);
    }

    JsonNode data() {
      return json().get("data");
    }

    String reasons() {
      return String.join(
          " ",
          json()
              .at("/error/details/violations")
              .valueStream()
              .map(each -> each.get("parameter").asString() + ":" + each.get("reason").asString())
              .toList());
    }
  }

  Answer get(String target) {
    return ask("GET", target, "");
  }

  Answer put(String target, String json) {
    return ask("PUT", target, json, "Content-Type: application/json");
  }

  Answer post(String target, String json) {
    return ask("POST", target, json, "Content-Type: application/json; charset=utf-8");
  }

  Answer delete(String target) {
    return ask("DELETE", target, "");
  }

  Answer ask(String method, String target, String body, String... fields) {
    StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: x\r\n");
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    if (!body.isEmpty()) {
      head.append("Content-Length: ").append(body.getBytes(UTF_8).length).append("\r\n");
    }
    return send(head + "Connection: close\r\n\r\n" + body);
  }

  /// Sends a part of a request, and goes.
  void leaveAfter(String part) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      channel.write(ByteBuffer.wrap(part.getBytes(UTF_8)));
    }
  }

  /// Sends a request as it stands.
  Answer send(String request) {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(UTF_8));
      try {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      } catch (IOException _) {
        // It was answered before all of it was read.
      }
      String answer = new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
      String[] parts = answer.split("\r\n\r\n", 2);
      return new Answer(Integer.parseInt(parts[0].split(" ", 3)[1]), parts[0], parts[1]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
