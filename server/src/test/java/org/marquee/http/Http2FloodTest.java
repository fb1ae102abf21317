package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// HTTP/2 with clients that do not keep to the rules.
@NullMarked
class Http2FloodTest {
  private static final int ENHANCE_YOUR_CALM = 11;
  private static final SelfSigned IDENTITY = SelfSigned.make();

  private final BlockingQueue<Handler.Reply> held = new LinkedBlockingQueue<>();
  private final HttpServer server;

  Http2FloodTest(@TempDir Path folder) throws IOException {
    Handler handler =
        (request, reply) -> {
          switch (request.path().getFirst()) {
            case "hold" -> held.add(reply);
            case "large" -> reply.send(Response.of(200, "text/plain", new byte[200_000]));
            default -> reply.send(Echo.text(Echo.said(request)));
          }
        };
    server =
        HttpServer.start(
            Echo.settings()
                .withTls(IDENTITY.writeTo(folder))
                .withHeadTime(Duration.ofSeconds(2))
                .withIdleTime(Duration.ofSeconds(2)),
            handler);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private FrameWire wire() throws IOException {
    return FrameWire.to(server, IDENTITY.trusting());
  }

  private void stillAnswers() throws Exception {
    try (FrameWire other = wire()) {
      assertThat(other.get(1, "/a").flush().answer(1).status()).isEqualTo(200);
    }
  }

  @Test
  void errors_have_their_bodies() throws Exception {
    try (FrameWire wire = wire()) {
      int stream = 1;
      for (Refusal refusal :
          List.of(
              new Refusal(414, "/" + "a".repeat(8_500)),
              new Refusal(431, "/a", "x", "a".repeat(17_000)),
              new Refusal(400, "/a\u00e9"),
              new Refusal(400, "/a", "host", "other"),
              new Refusal(400, "/%ff"),
              new Refusal(417, "/a", "expect", "miracles"),
              new Refusal(413, "/a", "content-length", "70000"))) {
        byte[] block =
            FrameWire.concat(
                FrameWire.request("GET", refusal.path), FrameWire.block(refusal.fields));
        int flags = refusal.status == 413 ? 0 : FrameWire.END_STREAM;
        sendBlock(wire, stream, flags, block);
        FrameWire.Answer answer = wire.flush().answer(stream);
        assertThat(answer.status()).as(refusal.path).isEqualTo(refusal.status);
        assertThat(answer.body()).contains("\"code\":\"bad_request\"").contains("requestId");
        assertThat(answer.one("content-type")).isEqualTo("application/json");
        stream += 2;
      }
      assertThat(wire.get(stream, "/a").flush().answer(stream).status()).isEqualTo(200);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Refusal(int status, String path, String... fields) {}

  private static void sendBlock(FrameWire wire, int stream, int flags, byte[] block) {
    int size = Math.min(block.length, 16_000);
    boolean whole = size == block.length;
    byte[] first = java.util.Arrays.copyOf(block, size);
    wire.add(FrameWire.HEADERS, flags | (whole ? FrameWire.END_HEADERS : 0), stream, first);
    if (!whole) {
      wire.add(
          FrameWire.CONTINUATION,
          FrameWire.END_HEADERS,
          stream,
          java.util.Arrays.copyOfRange(block, size, block.length));
    }
  }

  @Test
  void bodies_are_limited_and_timed() throws Exception {
    try (FrameWire wire = wire()) {
      wire.post(1, "/a");
      for (int part = 0; part < 4; part++) {
        wire.add(FrameWire.DATA, 0, 1, new byte[16_000]);
      }
      wire.flush();
      wire.add(FrameWire.DATA, 0, 1, new byte[1_535]).flush();
      wire.post(3, "/a").flush();
      assertThat(wire.answer(3).status()).isEqualTo(408);
      wire.post(5, "/a");
      wire.add(FrameWire.DATA, FrameWire.END_STREAM, 5, new byte[10]);
      assertThat(wire.flush().answer(5).status()).isEqualTo(200);
      wire.post(7, "/a", "content-length", "5");
      wire.add(FrameWire.HEADERS, FrameWire.WHOLE, 7, FrameWire.block("x-trailer", "1"));
      wire.post(9, "/a");
      wire.add(FrameWire.DATA, 0, 9, new byte[10]);
      wire.add(FrameWire.HEADERS, FrameWire.WHOLE, 9, FrameWire.block("x-trailer", "1"));
      assertThat(wire.flush().answer(9).status()).isEqualTo(200);
    }
  }

  @Test
  void streams_that_are_reset_at_once_end_the_connection() throws Exception {
    try (FrameWire wire = wire()) {
      for (int stream = 1; stream < 2_000; stream += 2) {
        wire.get(stream, "/hold");
        wire.add(FrameWire.RST_STREAM, 0, stream, FrameWire.number(8));
      }
      send(wire);
      assertThat(wire.end()).isIn(ENHANCE_YOUR_CALM, -1);
      assertThat(held).hasSizeLessThan(300);
    }
    stillAnswers();
  }

  @Test
  void streams_that_we_are_made_to_reset_end_the_connection() throws Exception {
    try (FrameWire wire = wire()) {
      for (int stream = 1; stream < 2_000; stream += 2) {
        wire.get(stream, "/hold");
        wire.add(FrameWire.WINDOW_UPDATE, 0, stream, FrameWire.number(0));
      }
      send(wire);
      assertThat(wire.end()).isIn(ENHANCE_YOUR_CALM, -1);
      assertThat(held).hasSizeLessThan(400);
    }
    stillAnswers();
  }

  /// The server may close while the flood is still being sent.
  private static void send(FrameWire wire) {
    try {
      wire.flush();
    } catch (IOException _) {
      // It has closed.
    }
  }

  @Test
  void more_streams_than_allowed_are_refused() throws Exception {
    try (FrameWire wire = wire()) {
      for (int number = 0; number <= 100; number++) {
        wire.get(1 + 2 * number, "/hold");
      }
      FrameWire.Frame reset = wire.flush().read(frame -> frame.type() == FrameWire.RST_STREAM);
      assertThat(reset.stream()).isEqualTo(201);
      assertThat(reset.code()).isEqualTo(7); // REFUSED_STREAM
      for (int number = 0; number < 100; number++) {
        Handler.Reply reply = held.poll(10, TimeUnit.SECONDS);
        assertThat(reply).isNotNull();
        reply.send(Echo.text("x"));
      }
      assertThat(held).isEmpty();
    }
  }

  @Test
  void floods_of_frames_end_the_connection() throws Exception {
    for (int type :
        List.of(FrameWire.PING, FrameWire.SETTINGS, FrameWire.PRIORITY, 0xbb, FrameWire.DATA)) {
      try (FrameWire wire = wire()) {
        byte[] payload =
            switch (type) {
              case FrameWire.PING -> new byte[8];
              case FrameWire.PRIORITY -> new byte[] {0, 0, 0, 0, 1};
              default -> new byte[0];
            };
        int stream = type == FrameWire.PRIORITY ? 3 : 0;
        if (type == FrameWire.DATA) {
          stream = 1;
          wire.post(1, "/a");
        }
        for (int number = 0; number < 5_000; number++) {
          wire.add(type, 0, stream, payload);
        }
        send(wire);
        assertThat(wire.end()).as("type %d", type).isIn(ENHANCE_YOUR_CALM, -1);
      }
    }
    stillAnswers();
  }

  @Test
  void a_head_without_end_is_cut_off() throws Exception {
    try (FrameWire wire = wire()) {
      wire.add(FrameWire.HEADERS, 0, 1, FrameWire.request("GET", "/a"));
      for (int number = 0; number < 1_000; number++) {
        wire.add(FrameWire.CONTINUATION, 0, 1, FrameWire.block("x", "y"));
      }
      send(wire);
      assertThat(wire.end()).isIn(ENHANCE_YOUR_CALM, -1);
    }
    try (FrameWire wire = wire()) {
      wire.add(FrameWire.HEADERS, 0, 1, FrameWire.request("GET", "/a"));
      for (int number = 0; number < 100; number++) {
        wire.add(FrameWire.CONTINUATION, 0, 1, FrameWire.block("x", "y".repeat(10_000)));
      }
      send(wire);
      wire.end();
    }
    try (FrameWire wire = wire()) {
      wire.add(FrameWire.HEADERS, 0, 1, FrameWire.request("GET", "/a")).flush();
      wire.end(); // within the idle time
    }
    try (FrameWire wire = FrameWire.silent(server, IDENTITY.trusting())) {
      wire.end();
    }
    stillAnswers();
  }

  @Test
  void a_client_that_does_not_read_is_cut_off_and_holds_little() throws Exception {
    try (FrameWire wire = wire()) {
      wire.add(FrameWire.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0}); // no window
      for (int number = 0; number < 50; number++) {
        wire.get(1 + 2 * number, "/large");
      }
      FrameWire.Frame reset = wire.flush().read(frame -> frame.type() == FrameWire.RST_STREAM);
      assertThat(reset.stream()).isPositive();
    }
    stillAnswers();
  }

  @Test
  void a_client_that_leaves_a_large_table_gets_answers() throws Exception {
    try (FrameWire wire = wire()) {
      wire.add(FrameWire.SETTINGS, 0, 0, new byte[] {0, 1, 0x7f, -1, -1, -1});
      for (int number = 0; number < 20; number++) {
        int stream = 1 + 2 * number;
        assertThat(wire.get(stream, "/a").flush().answer(stream).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void random_frames_do_no_harm() throws Exception {
    Random random = new Random(151);
    for (int round = 0; round < 60; round++) {
      try (FrameWire wire = wire()) {
        for (int number = random.nextInt(1, 40); number > 0; number--) {
          byte[] payload = new byte[random.nextInt(40)];
          random.nextBytes(payload);
          int stream = random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(7);
          switch (random.nextInt(4)) {
            case 0 -> wire.get(1 + 2 * random.nextInt(20), "/a");
            case 1 -> wire.add(payload);
            default -> wire.add(random.nextInt(11), random.nextInt(256), stream, payload);
          }
        }
        send(wire);
      } catch (IOException _) {
        // The server has closed.
      }
    }
    stillAnswers();
  }
}
