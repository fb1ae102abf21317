package org.marquee.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.http.body.AnswerStream;
import org.marquee.http.body.Delivery;
import org.marquee.http.handler.EventStream;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.http.message.Response;

/// Answers that are sent as they are made.
@NullMarked
@SuppressWarnings("try") // closing in the middle is what some of these facts are about
class AnswerStreamTest {
  private static final Response HEAD = Response.of(200, "text/plain", new byte[0]);
  private static final byte[] PART = "x".repeat(10_000).getBytes(UTF_8);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Deliveries deliveries = new Deliveries();
  private final AtomicLong written = new AtomicLong();
  private final BlockingQueue<AnswerStream> events = new LinkedBlockingQueue<>();
  private final BlockingQueue<Delivery> endings = new LinkedBlockingQueue<>();
  private final HttpServer server = start(Duration.ofSeconds(20));
  private final HttpServer hasty = start(Duration.ofMillis(500));

  AnswerStreamTest() throws IOException {}

  @AfterEach
  void stop() {
    server.close();
    hasty.close();
    threads.close();
  }

  private Handler stream(long length, Handler.BodyWriter body) {
    return (_, reply) -> reply.streamFrom(threads, HEAD, length, body);
  }

  private HttpServer start(Duration idle) throws IOException {
    return HttpServer.start(
        Echo.settings().withTimes(Times.idle(idle)).withObserver(deliveries),
        Router.builder(Cors.OFF)
            .get(
                "/parts",
                stream(
                    -1,
                    out -> {
                      for (int part = 0; part < 300; part++) {
                        out.write(PART);
                      }
                    }))
            .get(
                "/small",
                stream(
                    -1,
                    out -> {
                      out.write('a');
                      out.flush();
                      out.flush();
                      out.write("bc".getBytes(UTF_8));
                    }))
            .get("/empty", (_, reply) -> reply.stream(HEAD, -1).end())
            .get("/known", stream(20_000, out -> out.write(new byte[20_000])))
            .get("/short", stream(20_000, out -> out.write(new byte[19_999])))
            .get("/long", stream(5, out -> out.write(new byte[20_000])))
            .get(
                "/breaks",
                stream(
                    -1,
                    out -> {
                      out.write(PART);
                      out.flush();
                      throw new IllegalStateException("on purpose");
                    }))
            .get(
                "/endless",
                stream(
                    -1,
                    out -> {
                      try {
                        while (true) {
                          out.write(PART);
                          written.addAndGet(PART.length);
                        }
                      } finally {
                        endings.add(Delivery.CUT_OFF);
                      }
                    }))
            .get(
                "/twice",
                (_, reply) -> {
                  reply.send(Echo.text("first"));
                  AnswerStream late = reply.stream(HEAD, -1);
                  assertThat(late.offer(PART)).isFalse();
                  late.end();
                })
            .get(
                "/events",
                (_, reply) -> {
                  AnswerStream stream =
                      EventStream.open(
                          Response.of(200, "text/event-stream", new byte[0]),
                          reply,
                          Duration.ofMillis(200));
                  stream.whenEnded(endings::add);
                  events.add(stream);
                })
            .get("/plain", (_, reply) -> reply.send(Echo.text("plain")))
            .build());
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }

  @Test
  void a_stream_comes_in_chunks_and_requests_behind_it_are_answered() throws Exception {
    try (Wire wire = Wire.to(server)) {
      wire.send(get("/parts") + get("/small") + get("/empty") + get("/plain"));
      Wire.Answer head = wire.readHead();
      assertThat(head.one("Transfer-Encoding")).isEqualTo("chunked");
      assertThat(head.all("Content-Length")).isEmpty();
      assertThat(head.all("Connection")).isEmpty();
      assertThat(wire.readChunks()).hasSize(3_000_000);
      wire.readHead();
      assertThat(wire.readChunks()).isEqualTo("abc");
      wire.readHead();
      assertThat(wire.readChunks()).isEmpty();
      assertThat(wire.read().text()).isEqualTo("plain");
    }
    for (int answer = 0; answer < 4; answer++) {
      assertThat(deliveries.next()).isEqualTo("200 SENT");
    }
  }

  @Test
  void http_1_0_gets_a_stream_up_to_the_end_of_the_connection() throws Exception {
    try (Wire wire = Wire.to(server)) {
      wire.send("GET /parts HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      Wire.Answer head = wire.readHead();
      assertThat(head.all("Transfer-Encoding")).isEmpty();
      assertThat(head.one("Connection")).isEqualTo("close");
      assertThat(wire.rest()).hasSize(3_000_000);
    }
    deliveries.next();
    try (Wire wire = Wire.to(server)) {
      wire.send("GET /known HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      assertThat(wire.read().body()).hasSize(20_000);
      assertThat(wire.send(get("/plain")).read().text()).isEqualTo("plain");
    }
    deliveries.next();
    deliveries.next();
  }

  @Test
  void head_has_the_fields_of_a_stream_and_nothing_of_it() throws Exception {
    try (Wire wire = Wire.to(server)) {
      for (String target : new String[] {"/parts", "/known", "/breaks", "/events"}) {
        wire.send("HEAD " + target + " HTTP/1.1\r\nHost: a\r\n\r\n" + get("/plain"));
        Wire.Answer head = wire.readHead();
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.all("Content-Length").size() + head.all("Transfer-Encoding").size())
            .isEqualTo(1);
        assertThat(wire.read().text()).isEqualTo("plain");
        assertThat(deliveries.next() + deliveries.next()).isEqualTo("200 SENT200 SENT");
      }
    }
  }

  @Test
  void a_stream_of_a_known_length_must_have_it() throws Exception {
    try (Wire wire = Wire.to(server)) {
      assertThat(wire.send(get("/known") + get("/plain")).read().body()).hasSize(20_000);
      assertThat(wire.read().text()).isEqualTo("plain");
      deliveries.next();
      deliveries.next();
    }
    for (String target : new String[] {"/short", "/long"}) {
      try (Wire wire = Wire.to(server)) {
        int length = Integer.parseInt(wire.send(get(target)).readHead().one("Content-Length"));
        // What is beyond would be read as the next answer.
        assertThat(wire.rest().length()).as(target).isLessThanOrEqualTo(length);
        assertThat(deliveries.next()).isEqualTo("200 FAILED");
      }
    }
  }

  @Test
  void a_stream_whose_writer_fails_breaks_off() throws Exception {
    try (Wire wire = Wire.to(server)) {
      wire.send(get("/breaks")).readHead();
      assertThatThrownBy(wire::readChunks).isInstanceOf(Exception.class);
    }
    assertThat(deliveries.next()).isEqualTo("200 FAILED");
  }

  @Test
  void the_first_answer_counts() throws Exception {
    assertThat(Wire.ask(server, get("/twice")).text()).isEqualTo("first");
    assertThat(deliveries.next()).isEqualTo("200 SENT");
  }

  @Test
  void a_client_that_stops_reading_holds_the_writer_back_and_is_cut_off() throws Exception {
    written.set(0);
    try (Wire wire = Wire.to(hasty)) {
      wire.send(get("/endless")).readHead();
      assertThat(deliveries.next()).isEqualTo("200 CUT_OFF");
      assertThat(endings.poll(10, TimeUnit.SECONDS)).isNotNull();
      // The buffers of the sockets hold some megabytes.
      assertThat(written).hasValueLessThan(32L << 20);
    }
  }

  @Test
  void a_client_that_goes_away_ends_the_stream() throws Exception {
    for (boolean reset : new boolean[] {true, false}) {
      try (Wire wire = Wire.to(server)) {
        wire.socket.setSoLinger(reset, 0);
        wire.send(get("/endless")).readHead();
        wire.readChunk(); // Without this the client may leave before the stream begins.
      }
      assertThat(deliveries.next()).isEqualTo("200 CLIENT_GONE");
      assertThat(endings.poll(10, TimeUnit.SECONDS)).isNotNull();
    }
  }

  @Test
  void a_client_that_reads_slowly_gets_all() throws Exception {
    try (HttpServer patient = start(Duration.ofMillis(3_500));
        Wire wire = Wire.to(patient)) {
      wire.socket.setReceiveBufferSize(64 * 1024);
      wire.send(get("/parts")).readHead();
      long length = 0;
      for (String chunk = wire.readChunk(); !chunk.isEmpty(); chunk = wire.readChunk()) {
        length += chunk.length();
        Thread.sleep(4_000L * chunk.length() / 3_000_000); // in all longer than it may be idle
      }
      assertThat(length).isEqualTo(3_000_000);
    }
    assertThat(deliveries.next()).isEqualTo("200 SENT");
  }

  @Test
  void events_are_sent_as_they_come_and_comments_between_them() throws Exception {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer head = wire.send(get("/events")).readHead();
      assertThat(head.one("Content-Type")).isEqualTo("text/event-stream");
      assertThat(head.one("X-Accel-Buffering")).isEqualTo("no");
      AnswerStream stream = events.take();
      assertThat(wire.readChunk()).isEqualTo(":\n\n");
      assertThat(stream.offer(new EventStream.Event("7", "change", "one\r\ntwo\rthrée\n").bytes()))
          .isTrue();
      assertThat(stream.offer(new EventStream.Event("", "", "x").bytes())).isTrue();
      stream.end();
      String text =
          new String(
              wire.readChunks().getBytes(java.nio.charset.StandardCharsets.ISO_8859_1), UTF_8);
      assertThat(text.replace(":\n\n", ""))
          .isEqualTo(
              """
              event: change
              data: one
              data: two
              data: thrée
              data:\s
              id: 7

              data: x

              """);
      assertThat(endings.poll(10, TimeUnit.SECONDS)).isEqualTo(Delivery.SENT);
      assertThat(stream.offer(new EventStream.Event("", "", "late").bytes())).isFalse();
      assertThat(wire.send(get("/plain")).read().text()).isEqualTo("plain");
    }
    deliveries.next();
    deliveries.next();
    assertThatThrownBy(() -> new EventStream.Event("a\nb", "", ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void events_end_with_the_client_and_with_the_server() throws Exception {
    for (boolean half : new boolean[] {true, false}) {
      try (Wire wire = Wire.to(server)) {
        wire.send(get("/events")).readHead();
        AnswerStream stream = events.take();
        if (half) {
          wire.socket.shutdownOutput();
        } else {
          wire.close();
        }
        assertThat(endings.poll(10, TimeUnit.SECONDS)).isEqualTo(Delivery.CLIENT_GONE);
        assertThat(stream.isEnded()).isTrue();
      }
      assertThat(deliveries.next()).isEqualTo("200 CLIENT_GONE");
    }
    HttpServer other = start(Duration.ofSeconds(20));
    try (Wire wire = Wire.to(other)) {
      wire.send(get("/events")).readHead();
      events.take();
      Thread closing = Thread.ofPlatform().start(other::close);
      wire.readChunks();
      assertThat(wire.isEnded()).isTrue();
      wire.close();
      closing.join();
    }
    assertThat(endings.poll(10, TimeUnit.SECONDS)).isEqualTo(Delivery.SENT);
    assertThat(deliveries.next()).isEqualTo("200 SENT");
  }

  @Test
  void events_that_nobody_reads_find_no_room_and_end() throws Exception {
    try (Wire wire = Wire.to(hasty)) {
      wire.send(get("/events")).readHead();
      AnswerStream stream = events.take();
      byte[] large = new EventStream.Event("", "", "x".repeat(10_000)).bytes();
      int sent = 0;
      while (!stream.isEnded() && sent < 10_000) {
        if (stream.offer(large)) {
          sent++;
        } else {
          Thread.sleep(1);
        }
      }
      assertThat(sent).isLessThan(5_000);
      assertThat(endings.poll(10, TimeUnit.SECONDS)).isEqualTo(Delivery.CUT_OFF);
    }
    deliveries.next();
  }
}
