package org.marquee.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.handler.Handler;

@NullMarked
@SuppressWarnings("try") // closing in the middle is what some of these facts are about
class ConnectionTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  @Test
  void pipelined_requests_are_answered_in_order_and_one_at_a_time() throws IOException {
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Handler late =
        (request, reply) -> {
          most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
          Thread.ofVirtual()
              .start(() -> {
                inFlight.decrementAndGet();
                reply.send(Echo.text(Echo.said(request)));
              });
        };
    try (HttpServer server = HttpServer.start(Echo.settings(), late);
        Wire wire = Wire.to(server)) {
      assertAllAnswered(wire);
      assertThat(most).hasValue(1);
    }
  }

  @Test
  void pipelined_requests_are_answered_in_order_by_a_handler_that_does_so_at_once()
      throws IOException {
    try (HttpServer server = Echo.start();
        Wire wire = Wire.to(server)) {
      assertAllAnswered(wire);
    }
  }

  private static void assertAllAnswered(Wire wire) throws IOException {
    StringBuilder all = new StringBuilder();
    for (int number = 0; number < 500; number++) {
      all.append(get("/" + number));
    }
    wire.send(all.toString());
    for (int number = 0; number < 500; number++) {
      assertThat(wire.read().text()).isEqualTo("GET [" + number + "] {}");
    }
  }

  @Test
  void the_client_says_whether_the_connection_stays() throws IOException {
    try (HttpServer server = Echo.start()) {
      try (Wire wire = Wire.to(server)) {
        wire.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n" + get("/b"));
        assertThat(wire.read().one("Connection")).isEqualTo("close");
        assertThat(wire.isEnded()).isTrue();
      }
      try (Wire wire = Wire.to(server)) {
        wire.send("GET /a HTTP/1.0\r\n\r\n");
        assertThat(wire.read().one("Connection")).isEqualTo("close");
        assertThat(wire.isEnded()).isTrue();
      }
      try (Wire wire = Wire.to(server)) {
        wire.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        assertThat(wire.read().one("Connection")).isEqualTo("keep-alive");
        wire.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n");
        Wire.Answer second = wire.read();
        assertThat(second.text()).isEqualTo("GET [b] {}");
        assertThat(second.all("Connection")).isEmpty();
      }
    }
  }

  @Test
  void a_client_that_closed_its_side_still_gets_every_answer() throws IOException {
    Handler late =
        (request, reply) ->
            Thread.ofVirtual()
                .start(() -> {
                  pause();
                  reply.send(Echo.text(Echo.said(request)));
                });
    for (Handler handler : List.of(late, new Echo())) {
      try (HttpServer server = HttpServer.start(Echo.settings(), handler);
          Wire wire = Wire.to(server)) {
        wire.send(get("/a") + get("/b") + get("/c"));
        wire.socket.shutdownOutput();
        assertThat(wire.read().text()).isEqualTo("GET [a] {}");
        assertThat(wire.read().text()).isEqualTo("GET [b] {}");
        assertThat(wire.read().text()).isEqualTo("GET [c] {}");
        assertThat(wire.isEnded()).isTrue();
      }
    }
  }

  @Test
  void a_request_cut_short_is_400() throws IOException {
    try (HttpServer server = Echo.start()) {
      for (String part :
          List.of("GET", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")) {
        try (Wire wire = Wire.to(server)) {
          wire.send(part);
          wire.socket.shutdownOutput();
          assertThat(wire.read().status()).isEqualTo(400);
          assertThat(wire.isEnded()).isTrue();
        }
      }
    }
  }

  @Test
  void a_connection_without_a_request_ends_in_silence() throws IOException {
    ServerSettings settings = Echo.settings().withTimes(Times.idle(SHORT));
    try (HttpServer server = HttpServer.start(settings, new Echo())) {
      try (Wire wire = Wire.to(server)) {
        assertThat(wire.rest()).isEmpty();
      }
      try (Wire wire = answered(server)) {
        assertThat(wire.rest()).isEmpty();
      }
      try (Wire wire = Wire.to(server)) {
        wire.socket.shutdownOutput();
        assertThat(wire.rest()).isEmpty();
      }
    }
  }

  /// A connection whose request was answered. On a slow machine the server may have closed one as
  /// idle before its request came: then there is another one.
  private static Wire answered(HttpServer server) throws IOException {
    for (int attempt = 1; ; attempt++) {
      Wire wire = Wire.to(server);
      try {
        wire.send(get("/")).read();
        return wire;
      } catch (SocketException | EOFException e) {
        wire.close();
        if (attempt == 10) {
          throw e;
        }
      }
    }
  }

  @Test
  void a_slow_handler_is_not_idle() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Handler slow =
        (request, reply) -> {
          asked.incrementAndGet();
          Thread.ofVirtual()
              .start(() -> {
                for (int count = 0; count < 4; count++) {
                  pause();
                }
                reply.send(Echo.text("done"));
              });
        };
    ServerSettings settings = Echo.settings().withTimes(Times.idle(Duration.ofMillis(200)));
    try (HttpServer server = HttpServer.start(settings, slow);
        Wire _ = answered(server)) {
      assertThat(asked).as("each request was answered").hasValue(1);
    }
  }

  @Test
  void the_client_reads_the_answer_while_it_still_sends() throws Exception {
    try (HttpServer server = Echo.start()) {
      for (String bad :
          List.of(
              "GET / HTTP/1.1\r\n\r\n",
              "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n",
              "\u0000",
              "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")) {
        try (Wire wire = Wire.to(server)) {
          wire.send(bad);
          byte[] more = new byte[16 * 1024];
          for (int count = 0; count < 64; count++) {
            wire.send(more); // a reset would show here, or take the answer away below
            Thread.sleep(1);
          }
          assertThat(wire.read().one("Connection")).isEqualTo("close");
          assertThat(wire.isEnded()).isTrue();
        }
      }
    }
  }

  @Test
  void a_client_that_never_closes_is_left_after_the_time_to_linger() throws Exception {
    ServerSettings settings = Echo.settings().withTimes(Times.linger(SHORT));
    try (HttpServer server = HttpServer.start(settings, new Echo());
        Wire wire = Wire.to(server)) {
      assertThat(wire.send("GET / HTTP/1.1\r\n\r\n").read().status()).isEqualTo(400);
      assertThatThrownBy(
              () -> {
                for (int count = 0; count < 100; count++) {
                  wire.send("x");
                  Thread.sleep(50);
                }
              })
          .isInstanceOf(SocketException.class);
    }
  }

  @Test
  void a_client_that_takes_no_answers_gets_no_more_of_them_and_is_left() throws Exception {
    AtomicInteger served = new AtomicInteger();
    String large = "x".repeat(100_000);
    Handler handler =
        (_, reply) -> {
          served.incrementAndGet();
          reply.send(Echo.text(large));
        };
    ServerSettings settings = Echo.settings().withTimes(Times.idle(Duration.ofMillis(500)));
    try (HttpServer server = HttpServer.start(settings, handler);
        Wire wire = Wire.to(server)) {
      wire.send(get("/").repeat(1000));
      CountDownLatch ended = new CountDownLatch(1);
      Thread.ofVirtual()
          .start(() -> {
            try {
              while (true) {
                Thread.sleep(50);
                wire.send("\r\n");
              }
            } catch (IOException | InterruptedException _) {
              ended.countDown();
            }
          });
      assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(served).hasValueLessThan(500);
    }
  }

  @Test
  void no_more_is_read_while_a_request_waits_for_its_answer() throws Exception {
    CountDownLatch allTaken = new CountDownLatch(1);
    try (HttpServer server =
            HttpServer.start(Echo.settings().withTimes(Times.drain(SHORT)), (_, _) -> {});
        Wire wire = Wire.to(server)) {
      byte[] requests = get("/").repeat(40_000).getBytes(UTF_8);
      Thread.ofVirtual()
          .start(() -> {
            try {
              for (int count = 0; count < 64; count++) {
                wire.send(requests); // a megabyte, more often than sockets can hold
              }
              allTaken.countDown();
            } catch (IOException _) {
              // the server has closed
            }
          });
      assertThat(allTaken.await(2, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void a_client_that_takes_its_answers_late_gets_all_of_them() throws Exception {
    String large = "x".repeat(100_000);
    try (HttpServer server =
            HttpServer.start(Echo.settings(), (_, reply) -> reply.send(Echo.text(large)));
        Wire wire = Wire.to(server)) {
      wire.send(get("/").repeat(200));
      Thread.sleep(300);
      for (int count = 0; count < 200; count++) {
        assertThat(wire.read().body()).hasSize(large.length());
      }
    }
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
