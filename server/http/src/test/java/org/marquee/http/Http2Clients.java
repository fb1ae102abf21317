package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/// A server of HTTP/2 for clients that do not keep to the rules.
@NullMarked
abstract class Http2Clients {
  static final int ENHANCE_YOUR_CALM = 11;
  static final SelfSigned IDENTITY = SelfSigned.make();

  static final ConnectionTimes HASTY =
      new ConnectionTimes(
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          ConnectionTimes.USUAL.linger(),
          ConnectionTimes.USUAL.drain());

  final BlockingQueue<Handler.Reply> held = new LinkedBlockingQueue<>();
  final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  final ServerSettings settings;
  final HttpServer server;
  final HttpServer hasty;

  Http2Clients(@TempDir Path folder) throws IOException {
    Handler handler =
        (request, reply) -> {
          switch (request.path().getFirst()) {
            case "hold" -> held.add(reply);
            case "large" -> reply.send(Response.of(200, "text/plain", new byte[200_000]));
            default -> reply.send(Echo.text(Echo.said(request)));
          }
        };
    settings = Echo.settings().withTls(IDENTITY.writeTo(folder));
    server = HttpServer.start(settings, handler);
    hasty = HttpServer.start(settings.withTimes(HASTY), handler);
  }

  @AfterEach
  void close() {
    server.close();
    hasty.close();
    reading.close();
  }

  final FrameWire wire() throws IOException {
    return FrameWire.to(server, IDENTITY.trusting());
  }

  final FrameWire hastyWire() throws IOException {
    return FrameWire.to(hasty, IDENTITY.trusting());
  }

  final void stillAnswers() throws Exception {
    try (FrameWire other = wire()) {
      assertThat(other.get(1, "/a").flush().answer(1).status()).isEqualTo(200);
    }
  }

  /// The server may close while the flood is still being sent.
  static void send(FrameWire wire) {
    try {
      wire.flush();
    } catch (IOException _) {
      // The server has closed.
    }
  }
}
