package org.marquee.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.NullMarked;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;

/// Answers with the request in one line: `GET [a, b] {x=1}`.
@NullMarked
final class Echo implements Handler {
  static ServerSettings settings() {
    return ServerSettings.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  static HttpServer start() throws IOException {
    return HttpServer.start(settings(), new Echo());
  }

  @Override
  public void handle(Request request, Reply reply) {
    reply.send(text(said(request)));
  }

  static String said(Request request) {
    return "%s %s %s"
        .formatted(
            request.method(),
            request.path(),
            request.query().stream()
                .map(parameter -> parameter.name() + "=" + parameter.raw())
                .collect(joining(", ", "{", "}")));
  }

  static Response text(String body) {
    return Response.of(200, "text/plain", body.getBytes(UTF_8));
  }
}
