package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitTest {
  private static final int LINE = 8 * 1024;
  private static final int HEADERS = 16 * 1024;
  private static final int BODY = 64 * 1024;
  private static final String HOST = "Host: a\r\n";

  private final HttpServer server = Echo.start();
  private final HttpServer hasty =
      HttpServer.start(Echo.settings().withTimes(Times.head(Duration.ofMillis(300))), new Echo());

  LimitTest() throws IOException {}

  @AfterAll
  void stop() {
    server.close();
    hasty.close();
  }

  @Test
  void a_request_line_of_8_kib_is_served_and_one_byte_more_is_414() throws IOException {
    assertThat(Wire.ask(server, requestLine(LINE) + HOST + "\r\n").status()).isEqualTo(200);
    assertRefused(414, requestLine(LINE + 1) + HOST + "\r\n");
  }

  @Test
  void a_request_line_that_never_ends_is_414() throws IOException {
    assertRefused(414, "GET /" + "a".repeat(100_000));
  }

  @Test
  void header_fields_of_16_kib_are_served_and_one_byte_more_is_431() throws IOException {
    assertThat(Wire.ask(server, "GET / HTTP/1.1\r\n" + fields(HEADERS) + "\r\n").status())
        .isEqualTo(200);
    assertRefused(431, "GET / HTTP/1.1\r\n" + fields(HEADERS + 1) + "\r\n");
  }

  @Test
  void many_small_header_fields_count_together() throws IOException {
    assertRefused(431, "GET / HTTP/1.1\r\n" + HOST + "a:\r\n".repeat(HEADERS / 4) + "\r\n");
  }

  @Test
  void a_body_of_64_kib_is_ignored_and_one_byte_more_is_413_at_once() throws IOException {
    String head = "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: ";
    assertThat(Wire.ask(server, head + BODY + "\r\n\r\n" + "b".repeat(BODY)).text())
        .isEqualTo("GET [a] {}");
    assertRefused(413, head + (BODY + 1) + "\r\n\r\n");
    assertRefused(413, head + "9".repeat(18) + "\r\n\r\n");
  }

  @Test
  void a_chunked_body_of_64_kib_is_ignored_and_one_byte_more_is_413() throws IOException {
    String head = "GET /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunks = ("400\r\n" + "b".repeat(0x400) + "\r\n").repeat(64);
    assertThat(Wire.ask(server, head + chunks + "0\r\n\r\n").text()).isEqualTo("GET [a] {}");
    assertRefused(413, head + chunks + "1\r\nb\r\n0\r\n\r\n");
  }

  @Test
  void a_client_that_waits_for_a_word_gets_it_where_the_body_is_allowed() throws IOException {
    try (Wire wire = Wire.to(server)) {
      wire.send("PUT /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(100);
      assertThat(wire.send("abc").read().text()).isEqualTo("PUT [a] {}");
    }
    assertRefused(
        413, "PUT /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 65537\r\n\r\n");
  }

  @Test
  void no_word_is_given_where_nothing_is_to_come() throws IOException {
    assertThat(
            Wire.ask(server, "GET /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n").status())
        .isEqualTo(200);
  }

  @Test
  void a_head_that_trickles_is_408_by_the_time_of_its_first_byte() throws Exception {
    try (Wire wire = Wire.to(hasty)) {
      wire.send("GET / HTTP/1.1\r\n");
      assertThat(wire.trickle("A").text()).contains("\"code\":\"bad_request\"");
    }
  }

  @Test
  void a_single_byte_is_408_at_the_deadline() throws IOException {
    try (Wire wire = Wire.to(hasty)) {
      assertThat(wire.send("G").read().status()).isEqualTo(408);
      assertThat(wire.isEnded()).isTrue();
    }
  }

  @Test
  void a_head_request_that_is_late_or_cut_short_is_refused_without_a_body() throws IOException {
    try (Wire wire = Wire.to(hasty)) {
      assertThat(wire.send("HEAD / HTTP/1.1\r\nHo").readHead().status()).isEqualTo(408);
      assertThat(wire.rest()).isEmpty();
    }
    try (Wire wire = Wire.to(server)) {
      wire.send("HEAD / HTTP/1.1\r\nHo").socket.shutdownOutput();
      assertThat(wire.readHead().status()).isEqualTo(400);
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void each_head_has_a_deadline_of_its_own() throws Exception {
    String request = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    var settings = Echo.settings().withTimes(Times.head(Duration.ofMillis(3_500)));
    try (HttpServer patient = HttpServer.start(settings, new Echo());
        Wire wire = Wire.to(patient)) {
      // Together the heads take longer than one may.
      for (int count = 0; count < 8; count++) {
        wire.send(request.substring(0, 9));
        Thread.sleep(500);
        wire.send(request.substring(9));
        assertThat(wire.read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void a_body_that_does_not_arrive_is_408() throws IOException {
    try (Wire wire = Wire.to(hasty)) {
      wire.send("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc");
      assertThat(wire.read().status()).isEqualTo(408);
      assertThat(wire.isEnded()).isTrue();
    }
    try (Wire wire = Wire.to(hasty)) {
      wire.send("GET /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab");
      assertThat(wire.read().status()).isEqualTo(408);
    }
  }

  private void assertRefused(int status, String message) throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer = wire.send(message).read();
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.one("Connection")).isEqualTo("close");
      assertThat(answer.text()).contains("\"code\":\"bad_request\"").contains("\"requestId\":\"");
      assertThat(wire.isEnded()).isTrue();
    }
  }

  /// A request line of `length` bytes, and its line end.
  private static String requestLine(int length) {
    String line = "GET /%s HTTP/1.1";
    return line.formatted("a".repeat(length + 2 - line.length())) + "\r\n";
  }

  /// Field lines of `length` bytes in all, line ends included.
  private static String fields(int length) {
    String filler = "X: \r\n";
    return HOST + "X: " + "x".repeat(length - HOST.length() - filler.length()) + "\r\n";
  }
}
