package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// HTTP/2 with clients that do not keep to the rules. `./fire/fuzz frames` sends more of them.
@NullMarked
class Http2FloodTest extends Http2Clients {
  Http2FloodTest(@TempDir Path folder) throws IOException {
    super(folder);
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
    try (HttpServer patient = HttpServer.start(settings, new Echo())) {
      for (Flood flood : FLOODS) {
        try (FrameWire wire = FrameWire.to(patient, IDENTITY.trusting())) {
          assertThat(wire.get(ENDED, "/a").flush().answer(ENDED).status()).isEqualTo(200);
          wire.post(OPEN, "/a");
          for (int number = 0; number < 5_000; number++) {
            wire.add(flood.type, 0, flood.stream, flood.payload);
          }
          send(wire);
          assertThat(wire.end()).as("%s", flood).isIn(ENHANCE_YOUR_CALM, -1);
        }
      }
    }
    stillAnswers();
  }

  @Test
  void what_does_not_end_in_time_is_cut_off() throws Exception {
    byte[] block = FrameWire.request("GET", "/a");
    List<byte[]> endless =
        List.of(
            FrameWire.frame(FrameWire.HEADERS, FrameWire.WHOLE, 1, block),
            FrameWire.frame(FrameWire.PING, 0, 0, new byte[8]),
            FrameWire.frame(FrameWire.DATA, 0, 0, new byte[16_000]),
            FrameWire.concat(
                FrameWire.frame(FrameWire.HEADERS, 0, 1, block),
                FrameWire.frame(FrameWire.CONTINUATION, 0, 1, new byte[16_000])));
    List<FrameWire> wires = new ArrayList<>();
    try (HttpServer hasty =
        HttpServer.start(settings.withTimes(Times.head(Duration.ofSeconds(2))), new Echo())) {
      for (int number = 0; number < endless.size(); number++) {
        wires.add(FrameWire.to(hasty, IDENTITY.trusting()));
      }
      for (int at = 0; at < 80; at++) {
        for (int number = 0; number < endless.size(); number++) {
          byte[] bytes = endless.get(number);
          // All but the last byte.
          if (at < bytes.length - 1) {
            send(wires.get(number).add(new byte[] {bytes[at]}));
          }
        }
        Thread.sleep(50);
      }
      for (FrameWire wire : wires) {
        assertThat(wire.end()).isIn(ENHANCE_YOUR_CALM, -1);
      }
    } finally {
      wires.forEach(FrameWire::close);
    }
  }

  @Test
  void a_client_that_reads_byte_by_byte_is_cut_off() throws Exception {
    try (FrameWire wire = hastyWire()) {
      wire.add(FrameWire.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0}); // no window
      wire.get(1, "/large").flush();
      int code = -1;
      for (int number = 0; number < 200 && code < 0; number++) {
        wire.add(FrameWire.WINDOW_UPDATE, 0, 1, FrameWire.number(1)).flush();
        FrameWire.Frame frame = wire.read();
        code = frame.type() == FrameWire.RST_STREAM ? frame.code() : -1;
        Thread.sleep(50);
      }
      assertThat(code).isEqualTo(2); // INTERNAL_ERROR
    }
  }

  @Test
  void long_bodies_and_answers_are_no_flood() throws Exception {
    BodyLimit large = BodyLimit.of(64 << 20, Duration.ofSeconds(60));
    Handler taking =
        new Handler() {
          @Override
          public void handle(Request request, Reply reply) {
            reply.sendFrom(
                reading,
                request,
                () -> {
                  try {
                    request.body().skipNBytes(4_000_000);
                    return Response.of(200, "text/plain", new byte[4_000_000]);
                  } catch (IOException e) {
                    return Echo.text(e.toString());
                  }
                });
          }

          @Override
          public BodyLimit body(Request request) {
            return large;
          }
        };
    try (HttpServer server =
            HttpServer.start(settings.withTimes(Times.head(Duration.ofMillis(3_500))), taking);
        FrameWire wire = FrameWire.to(server, IDENTITY.trusting())) {
      wire.add(FrameWire.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0x10, 0});
      wire.post(1, "/a").flush();
      int window = 65_535;
      // Each part ends within the next frame, and all together take longer than one frame may.
      byte[] frame = FrameWire.frame(FrameWire.DATA, 0, 1, new byte[1_000]);
      wire.add(Arrays.copyOf(frame, 500)).flush();
      for (int number = 1; number < 4_000; number++) {
        window -= 1_000;
        while (window < 2_000) {
          FrameWire.Frame update = wire.read(each -> each.type() == FrameWire.WINDOW_UPDATE);
          window += update.stream() == 1 ? ByteBuffer.wrap(update.payload()).getInt() : 0;
        }
        wire.add(Arrays.copyOfRange(frame, 500, frame.length));
        wire.add(Arrays.copyOf(frame, 500)).flush();
        if (number % 400 == 0) {
          Thread.sleep(400);
        }
      }
      wire.add(Arrays.copyOfRange(frame, 500, frame.length));
      wire.add(FrameWire.DATA, FrameWire.END_STREAM, 1).flush();
      int taken = 0;
      while (taken < 4_000_000) {
        int part = wire.read(each -> each.type() == FrameWire.DATA).payload().length;
        taken += part;
        if (part > 0) {
          wire.add(FrameWire.WINDOW_UPDATE, 0, 0, FrameWire.number(part));
          wire.add(FrameWire.WINDOW_UPDATE, 0, 1, FrameWire.number(part)).flush();
        }
      }
    }
  }

  private static final int ENDED = 1;
  private static final int OPEN = 3;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Flood(int type, int stream, byte... payload) {}

  private static final List<Flood> FLOODS =
      List.of(
          new Flood(FrameWire.PING, 0, new byte[8]),
          new Flood(FrameWire.SETTINGS, 0),
          new Flood(FrameWire.PRIORITY, OPEN, new byte[] {0, 0, 0, 0, 1}),
          new Flood(0xbb, 0),
          new Flood(FrameWire.DATA, OPEN),
          new Flood(FrameWire.WINDOW_UPDATE, 0, FrameWire.number(1)),
          new Flood(FrameWire.WINDOW_UPDATE, OPEN, FrameWire.number(1)),
          new Flood(FrameWire.WINDOW_UPDATE, ENDED, FrameWire.number(1)),
          new Flood(FrameWire.RST_STREAM, ENDED, FrameWire.number(8)),
          new Flood(FrameWire.GOAWAY, 0, new byte[8]));

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
    try (FrameWire wire = hastyWire();
        FrameWire silent = FrameWire.silent(hasty, IDENTITY.trusting())) {
      wire.add(FrameWire.HEADERS, 0, 1, FrameWire.request("GET", "/a")).flush();
      wire.end(); // within the idle time
      silent.end();
    }
    stillAnswers();
  }

  @Test
  void a_client_that_does_not_read_is_cut_off_and_holds_little() throws Exception {
    try (FrameWire wire = hastyWire()) {
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
    FrameFuzz fuzz = new FrameFuzz(151);
    for (int round = 0; round < 60; round++) {
      try (FrameWire wire = FrameWire.silent(server, IDENTITY.trusting())) {
        send(wire.add(fuzz.next()));
      }
    }
    stillAnswers();
  }
}
