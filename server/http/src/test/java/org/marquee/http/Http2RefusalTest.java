package org.marquee.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests over HTTP/2 that are refused.
@NullMarked
class Http2RefusalTest extends Http2Clients {
  Http2RefusalTest(@TempDir Path folder) throws IOException {
    super(folder);
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

  @Test
  void what_http_1_refuses_is_refused_and_other_streams_go_on() throws Exception {
    try (FrameWire wire = wire()) {
      wire.get(1, "/hold").flush();
      Handler.Reply other = held.poll(10, TimeUnit.SECONDS);
      int stream = 3;
      for (byte[] block :
          List.of(
              FrameWire.request("", "/a"),
              FrameWire.request("GE T", "/a"),
              FrameWire.request("GET\r\n", "/a"),
              FrameWire.request("GET", ""),
              FrameWire.request("GET", "a"),
              FrameWire.request("GET", "*"),
              FrameWire.request("GET", "https://other/a"),
              FrameWire.request("GET", "/a b"),
              withField("x", "a\r\nhost: other"),
              withField("x", "a\0"),
              withField("x y", "a"),
              withField("x:y", "a"),
              withField("x\n", "a"))) {
        wire.add(FrameWire.HEADERS, FrameWire.WHOLE, stream, block).flush();
        FrameWire.Answer answer = wire.answer(stream);
        // The codec refuses some of these by itself: PROTOCOL_ERROR.
        String what = new String(block, UTF_8).replace('\0', '?');
        assertThat(answer.status() == 400 || answer.reset() == 1).as(what).isTrue();
        stream += 2;
      }
      other.send(Echo.text("x"));
      assertThat(wire.answer(1).status()).isEqualTo(200);
    }
  }

  private static byte[] withField(String name, String value) {
    return FrameWire.concat(FrameWire.request("GET", "/a"), FrameWire.block(name, value));
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Refusal(int status, String path, String... fields) {}

  private static void sendBlock(FrameWire wire, int stream, int flags, byte[] block) {
    int size = Math.min(block.length, 16_000);
    boolean whole = size == block.length;
    byte[] first = Arrays.copyOf(block, size);
    wire.add(FrameWire.HEADERS, flags | (whole ? FrameWire.END_HEADERS : 0), stream, first);
    if (!whole) {
      wire.add(
          FrameWire.CONTINUATION,
          FrameWire.END_HEADERS,
          stream,
          Arrays.copyOfRange(block, size, block.length));
    }
  }

  @Test
  void bodies_are_limited_and_timed() throws Exception {
    try (HttpServer hasty =
            HttpServer.start(settings.withTimes(Times.head(Duration.ofSeconds(2))), new Echo());
        FrameWire wire = FrameWire.to(hasty, IDENTITY.trusting())) {
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
  void a_stream_that_its_client_resets_is_over_though_nobody_reads_its_body() throws Exception {
    Handler waiting =
        new Handler() {
          @Override
          public void handle(Request request, Reply reply) {
            held.add(reply);
          }

          @Override
          public BodyLimit body(Request request) {
            return BodyLimit.of(1 << 20, Duration.ofSeconds(60));
          }
        };
    try (HttpServer server = HttpServer.start(settings.withTimes(HASTY), waiting);
        FrameWire wire = FrameWire.to(server, IDENTITY.trusting())) {
      wire.post(1, "/a").add(FrameWire.DATA, 0, 1, new byte[1_000]).flush();
      assertThat(held.poll(10, TimeUnit.SECONDS)).isNotNull();
      wire.add(FrameWire.RST_STREAM, 0, 1, FrameWire.number(8)).flush();
      assertThat(wire.end()).isZero(); // within the idle time
    }
  }
}
