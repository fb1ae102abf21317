package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.http.message.ErrorBody;

/// How a handler reads the body of a request, and the answers where it cannot.
@NullMarked
class RequestBodyTest {
  private static final int MOST = 1 << 20;
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<String> failures = new LinkedBlockingQueue<>();
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private final CountDownLatch mayRead = new CountDownLatch(1);
  private final HttpServer server = HttpServer.start(Echo.settings(), routes());
  private final HttpServer hasty =
      HttpServer.start(Echo.settings().withTimes(Times.head(Duration.ofMillis(300))), routes());

  RequestBodyTest() throws IOException {}

  @AfterEach
  void stop() {
    mayRead.countDown();
    server.close();
    hasty.close();
    threads.close();
  }

  private Router routes() {
    return Router.builder(Cors.OFF)
        .route(
            "POST",
            "/sum",
            BodyLimit.of(MOST, LONG),
            (request, reply) -> {
              calls.incrementAndGet();
              reply.sendFrom(threads, request, () -> Echo.text(sum(request.body())));
            })
        .route(
            "POST",
            "/soon",
            BodyLimit.of(MOST, Duration.ofMillis(700)),
            (request, reply) ->
                reply.sendFrom(threads, request, () -> Echo.text(sum(request.body()))))
        .route(
            "POST",
            "/closed",
            BodyLimit.of(MOST, LONG),
            (request, reply) ->
                reply.send(ErrorBody.of(401, "unauthorized", "a key is needed", request.id())))
        .route(
            "POST",
            "/first",
            BodyLimit.of(MOST, LONG),
            (request, reply) ->
                reply.sendFrom(
                    threads,
                    request,
                    () -> {
                      try {
                        return Echo.text("first " + request.body().read());
                      } catch (IOException e) {
                        throw new IllegalStateException(e);
                      }
                    }))
        .route("POST", "/late", BodyLimit.of(1L << 30, LONG), reading(0))
        .route("POST", "/begun", BodyLimit.of(1L << 30, LONG), reading(1))
        .get("/plain", (_, reply) -> reply.send(Echo.text("plain")))
        .build();
  }

  /// Reads so many bytes of the body, and the others when it may.
  private Handler reading(int bytes) {
    return (request, reply) ->
        reply.sendFrom(
            threads,
            request,
            () -> {
              try {
                request.body().skipNBytes(bytes);
                mayRead.await();
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return Echo.text(sum(request.body()));
            });
  }

  /// The length of the body and its checksum.
  private String sum(InputStream body) {
    CRC32 sum = new CRC32();
    long length = 0;
    byte[] buffer = new byte[10_000];
    try {
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        sum.update(buffer, 0, read);
        length += read;
        taken.addAndGet(read);
      }
    } catch (IOException e) {
      failures.add(String.valueOf(e.getMessage()));
      throw new IllegalStateException(e);
    }
    return length + " " + sum.getValue();
  }

  private static String sum(String body) {
    CRC32 sum = new CRC32();
    for (int at = 0; at < body.length(); at++) {
      sum.update(body.charAt(at));
    }
    return body.length() + " " + sum.getValue();
  }

  private static String post(String path, String fields) {
    return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
  }

  private static String whole(String path, String body) {
    return post(path, "Content-Length: " + body.length() + "\r\n") + body;
  }

  private static String chunked(String path, String... chunks) {
    StringBuilder message = new StringBuilder(post(path, "Transfer-Encoding: chunked\r\n"));
    for (String chunk : chunks) {
      message.append(Integer.toHexString(chunk.length())).append("\r\n");
      message.append(chunk).append("\r\n");
    }
    return message.append("0\r\n\r\n").toString();
  }

  private static String text(int length) {
    StringBuilder text = new StringBuilder(length);
    for (int at = 0; at < length; at++) {
      text.append((char) ('a' + at * 7 % 26));
    }
    return text.toString();
  }

  @Test
  void a_body_arrives_as_it_was_sent_with_its_length_or_in_chunks() throws IOException {
    String large = text(MOST);
    for (String body : new String[] {"", "x", text(9_999), text(100_000), large}) {
      assertThat(Wire.ask(server, whole("/sum", body)).text()).isEqualTo(sum(body));
      if (!body.isEmpty()) {
        assertThat(Wire.ask(server, chunked("/sum", body)).text()).isEqualTo(sum(body));
      }
    }
    assertThat(Wire.ask(server, chunked("/sum", "ab", "c", text(5000))).text())
        .isEqualTo(sum("abc" + text(5000)));
    assertThat(Wire.ask(server, chunked("/sum")).text()).isEqualTo("0 0");
    assertThat(Wire.ask(server, post("/sum", "")).text()).isEqualTo("0 0");
  }

  @Test
  void bodies_may_arrive_byte_by_byte_and_requests_after_them_are_served() throws IOException {
    try (Wire wire = Wire.to(server)) {
      String next = "GET /plain HTTP/1.1\r\nHost: a\r\n\r\n";
      wire.sendSlowly(chunked("/sum", "abc", "de") + next + whole("/sum", "fgh") + next);
      assertThat(wire.read().text()).isEqualTo(sum("abcde"));
      assertThat(wire.read().text()).isEqualTo("plain");
      assertThat(wire.read().text()).isEqualTo(sum("fgh"));
      assertThat(wire.read().text()).isEqualTo("plain");
      wire.send((whole("/sum", text(70_000)) + next).repeat(3));
      for (int time = 0; time < 3; time++) {
        assertThat(wire.read().text()).isEqualTo(sum(text(70_000)));
        assertThat(wire.read().text()).isEqualTo("plain");
      }
    }
  }

  @Test
  void a_body_that_is_too_large_is_413_before_the_rest_is_read() throws Exception {
    long before = calls.get();
    assertRefused(413, post("/sum", "Content-Length: " + (MOST + 1) + "\r\n"));
    assertRefused(
        413, post("/sum", "Expect: 100-continue\r\nContent-Length: " + (MOST + 1) + "\r\n"));
    assertThat(calls).hasValue(before);
    assertRefused(413, chunked("/sum", text(MOST), "x"));
    assertThat(failures.poll(10, TimeUnit.SECONDS)).contains("larger than 1024 KiB");
    // A route without a body takes up to 64 KiB.
    assertRefused(413, "GET /plain HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n");
    assertRefused(413, post("/none", "Content-Length: 65537\r\n"));
  }

  @Test
  void the_client_is_asked_for_the_body_when_it_is_read() throws IOException {
    String expects = "Expect: 100-continue\r\nContent-Length: 3\r\n";
    try (Wire wire = Wire.to(server)) {
      wire.send(post("/sum", expects));
      assertThat(wire.read().status()).isEqualTo(100);
      assertThat(wire.send("abc").read().text()).isEqualTo(sum("abc"));
      assertThat(wire.send(whole("/sum", "d")).read().text()).isEqualTo(sum("d"));
    }
    assertRefused(401, post("/closed", expects));
    assertRefused(417, post("/sum", "Expect: miracles\r\nContent-Length: 3\r\n"));
  }

  @Test
  void an_answer_before_the_end_of_the_body_ends_the_connection() throws IOException {
    assertRefused(401, post("/closed", "Content-Length: 1000\r\n") + "abc");
    try (Wire wire = Wire.to(server)) {
      wire.send(post("/first", "Content-Length: 1000\r\n") + "abc");
      Wire.Answer answer = wire.read();
      assertThat(answer.text()).isEqualTo("first 97");
      assertThat(answer.one("Connection")).isEqualTo("close");
      assertThat(wire.send(text(900)).isEnded()).isTrue();
    }
  }

  @Test
  void a_body_that_does_not_come_or_trickles_is_408() throws Exception {
    for (String fields :
        new String[] {"Content-Length: 5000\r\n", "Transfer-Encoding: chunked\r\n"}) {
      try (Wire wire = Wire.to(hasty)) {
        wire.send(post("/sum", fields));
        wire.trickle(fields.startsWith("T") ? "1\r\nx\r\n" : "x");
      }
      assertThat(failures.poll(10, TimeUnit.SECONDS)).contains("in time");
    }
    try (Wire wire = Wire.to(hasty)) {
      assertThat(wire.send(post("/sum", "Content-Length: 5\r\n") + "ab").read().status())
          .isEqualTo(408);
    }
  }

  @Test
  void a_body_that_takes_longer_than_its_route_allows_is_408() throws Exception {
    try (Wire wire = Wire.to(hasty)) {
      wire.send(post("/soon", "Content-Length: 1000000\r\n"));
      wire.trickle(text(500));
    }
  }

  @Test
  void a_body_cut_short_is_400_and_reading_it_fails() throws Exception {
    for (String message :
        new String[] {
          post("/sum", "Content-Length: 9\r\n") + "abc",
          post("/sum", "Transfer-Encoding: chunked\r\n") + "5\r\nab"
        }) {
      try (Wire wire = Wire.to(server)) {
        wire.send(message).socket.shutdownOutput();
        assertThat(wire.read().status()).isEqualTo(400);
        assertThat(wire.isEnded()).isTrue();
      }
      assertThat(failures.poll(10, TimeUnit.SECONDS)).isNotNull();
    }
    assertRefused(400, post("/sum", "Transfer-Encoding: chunked\r\n") + "x\r\n");
    assertThat(failures.poll(10, TimeUnit.SECONDS)).contains("malformed");
    try (Wire wire = Wire.to(server)) {
      wire.socket.setSoLinger(true, 0);
      wire.send(post("/sum", "Content-Length: 9\r\n") + "abc");
    }
    assertThat(failures.poll(10, TimeUnit.SECONDS)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"/late, 0", "/begun, 1"})
  void a_handler_that_does_not_read_holds_the_client_back(String path, int read) throws Exception {
    long length = 64L << 20;
    byte[] part = text(1 << 16).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    AtomicLong sent = new AtomicLong();
    try (Wire wire = Wire.to(server)) {
      wire.send(post(path, "Content-Length: " + length + "\r\n"));
      Thread sending =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  while (sent.get() < length) {
                    wire.send(part);
                    sent.addAndGet(part.length);
                  }
                } catch (IOException _) {
                  // the count of sent bytes shows it
                }
              });
      long before = -1;
      while (before != sent.get()) {
        before = sent.get();
        Thread.sleep(500);
      }
      assertThat(before).isLessThan(length / 2);
      mayRead.countDown();
      assertThat(wire.read().text()).startsWith(length - read + " ");
      sending.join();
    }
  }

  private void assertRefused(int status, String message) throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer = wire.send(message).read();
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.one("Connection")).isEqualTo("close");
      assertThat(wire.isEnded()).isTrue();
    }
  }
}
