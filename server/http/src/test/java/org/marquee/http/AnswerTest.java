package org.marquee.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.http.handler.Handler;
import org.marquee.http.message.ErrorBody;
import org.marquee.http.message.Header;
import org.marquee.http.message.Request;
import org.marquee.http.message.Response;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnswerTest {
  private static final String LONG = "{\"films\":\"" + "Solaris ".repeat(500) + "\"}";
  private static final String SHORT = "x".repeat(1023);

  private final HttpServer server = HttpServer.start(Echo.settings(), AnswerTest::handle);

  AnswerTest() throws IOException {}

  @AfterAll
  void stop() {
    server.close();
  }

  private static void handle(Request request, Handler.Reply reply) {
    switch (request.path().getFirst()) {
      case "long" ->
          reply.send(
              Response.json(200, LONG.getBytes(UTF_8))
                  .with("Vary", "Authorization, Accept-Encoding")
                  .with("ETag", "W/\"1\""));
      case "short" -> reply.send(Echo.text(SHORT));
      case "noise" -> reply.send(Response.of(200, "text/plain", noise()));
      case "same" -> reply.send(Response.empty(304).with("ETag", "W/\"1\""));
      case "throws" -> throw new IllegalStateException("secret of the house");
      case "fails" -> throw new AssertionError("secret of the house");
      case "injects" -> reply.send(Response.empty(200).with("X-Echo", "a\r\nX-Evil: secret"));
      case "id" -> reply.send(Echo.text(request.id()));
      case "peer" -> reply.send(Echo.text(request.peer().getHostAddress()));
      case "headers" -> reply.send(Echo.text(request.headers().all("x-two").toString()));
      default -> reply.send(ErrorBody.of(404, "not_found", "nothing here", request.id()));
    }
  }

  private static byte[] noise() {
    byte[] noise = new byte[4096];
    new java.util.Random(7).nextBytes(noise);
    return noise;
  }

  @Test
  void every_answer_has_the_promised_fields_once() throws IOException {
    for (String target : List.of("/long", "/same", "/nothing", "/throws", "/%zz")) {
      Wire.Answer answer = ask("GET", target, "");
      assertThat(answer.one("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(answer.one("X-Request-Id")).matches("[a-z2-7]{20}");
      Instant date =
          ZonedDateTime.parse(answer.one("Date"), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      assertThat(date).isBetween(Instant.now().minusSeconds(10), Instant.now());
      assertThat(answer.one("Date")).hasSize("Sun, 06 Nov 1994 08:49:37 GMT".length());
      assertThat(answer.all("Content-Type"))
          .isEqualTo(answer.status() == 304 ? List.of() : List.of("application/json"));
    }
  }

  @Test
  void a_304_has_neither_body_nor_length() throws IOException {
    try (Wire wire = Wire.to(server)) {
      wire.send(get("GET", "/same", "") + get("GET", "/short", ""));
      Wire.Answer same = wire.read();
      assertThat(same.status()).isEqualTo(304);
      assertThat(same.one("ETag")).isEqualTo("W/\"1\"");
      assertThat(same.all("Content-Length")).isEmpty();
      assertThat(wire.read().body()).isEqualTo(SHORT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Accept-Encoding: gzip\r\n"})
  void head_has_the_fields_of_get_and_no_body(String accept) throws IOException {
    for (String target : List.of("/long", "/short", "/noise", "/same", "/nothing", "/throws")) {
      try (Wire wire = Wire.to(server)) {
        String fields = accept + "X-Request-Id: same\r\n";
        wire.send(get("GET", target, fields) + get("HEAD", target, fields));
        Wire.Answer get = wire.read();
        Wire.Answer head = wire.readHead();
        assertThat(head.status()).isEqualTo(get.status());
        assertThat(Set.copyOf(withoutDate(head))).isEqualTo(Set.copyOf(withoutDate(get)));
        wire.socket.shutdownOutput();
        assertThat(wire.rest()).isEmpty();
      }
    }
  }

  private static List<Header> withoutDate(Wire.Answer answer) {
    return answer.headers().stream().filter(header -> !header.name().equals("Date")).toList();
  }

  @Test
  void a_long_body_is_compressed_for_who_accepts_that() throws IOException {
    Wire.Answer packed = ask("GET", "/long", "Accept-Encoding: br, gzip;q=0.5\r\n");
    assertThat(packed.one("Content-Encoding")).isEqualTo("gzip");
    assertThat(packed.one("Vary")).isEqualTo("Authorization, Accept-Encoding");
    assertThat(packed.bytes()).hasSizeLessThan(LONG.length() / 4);
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed.bytes()))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(LONG);
    }
    Wire.Answer plain = ask("GET", "/long", "Accept-Encoding: gzip;q=0\r\n");
    assertThat(plain.all("Content-Encoding")).isEmpty();
    assertThat(plain.text()).isEqualTo(LONG);
  }

  @Test
  void a_body_below_1_kib_or_one_that_would_grow_stays_plain() throws IOException {
    for (String target : List.of("/short", "/noise")) {
      Wire.Answer answer = ask("GET", target, "Accept-Encoding: gzip\r\n");
      assertThat(answer.all("Content-Encoding")).isEmpty();
      assertThat(answer.bytes()).isEqualTo(ask("GET", target, "").bytes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "trace-1:{\"x\"}", "!~"})
  void the_callers_request_id_comes_back(String id) throws IOException {
    Wire.Answer answer = ask("GET", "/id", "X-Request-Id: " + id + "\r\n");
    assertThat(answer.one("X-Request-Id")).isEqualTo(id);
    assertThat(answer.text()).isEqualTo(id);
  }

  @Test
  void a_request_id_of_160_characters_comes_back_and_a_longer_one_does_not() throws IOException {
    String longest = "i".repeat(160);
    assertThat(ask("GET", "/id", "X-Request-Id: " + longest + "\r\n").text()).isEqualTo(longest);
    assertThat(ask("GET", "/id", "X-Request-Id: " + longest + "i\r\n").text()).hasSize(20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Request-Id:",
        "X-Request-Id: a b",
        "X-Request-Id: \u00e9",
        "X-Request-Id: a\r\nX-Request-Id: b"
      })
  void another_request_id_is_replaced(String fields) throws IOException {
    Wire.Answer answer = ask("GET", "/id", fields + "\r\n");
    assertThat(answer.text()).matches("[a-z2-7]{20}").isEqualTo(answer.one("X-Request-Id"));
  }

  @Test
  void the_id_of_a_request_that_is_refused_comes_back_where_it_can_be_read() throws IOException {
    Wire.Answer answer =
        Wire.ask(server, "GET / HTTP/1.1\r\nX-Request-Id: mine\r\nConnection: x\r\n\r\n");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.one("X-Request-Id")).isEqualTo("mine");
    assertThat(answer.text()).contains("\"requestId\":\"mine\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/throws", "/fails", "/injects"})
  void a_fault_of_ours_is_500_and_tells_nothing(String target) throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer = wire.send(get("GET", target, "")).read();
      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.toString()).doesNotContain("secret").doesNotContain("Evil");
      JsonNode error = new JsonMapper().readTree(answer.text()).get("error");
      assertThat(error.get("code").asString()).isEqualTo("internal_error");
      assertThat(error.get("requestId").asString()).isEqualTo(answer.one("X-Request-Id"));
      assertThat(answer.one("Cache-Control")).isEqualTo("no-store");
      assertThat(wire.send(get("GET", "/short", "")).read().status()).isEqualTo(200);
    }
  }

  @Test
  void every_malformed_escape_of_a_target_is_named_and_the_connection_lives_on()
      throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer = wire.send(get("GET", "/%zz?a=%00&b=1&c=%ff&%=1", "")).read();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.all("Connection")).isEmpty();
      JsonNode violations =
          new JsonMapper().readTree(answer.text()).at("/error/details/violations");
      assertThat(violations.valueStream().map(each -> each.get("parameter").asString()))
          .containsExactly("path", "a", "c", "query");
      assertThat(wire.send(get("GET", "/short", "")).read().status()).isEqualTo(200);
    }
  }

  @Test
  void a_handler_sees_the_peer_and_every_value_of_a_field() throws IOException {
    assertThat(ask("GET", "/peer", "").text()).isEqualTo("127.0.0.1");
    assertThat(ask("GET", "/headers", "X-Two: a\r\nx-two: b, c\r\n").text()).isEqualTo("[a, b, c]");
    assertThat(ask("GET", "/headers", "").text()).isEqualTo("[]");
  }

  private Wire.Answer ask(String method, String target, String fields) throws IOException {
    return Wire.ask(server, get(method, target, fields));
  }

  private static String get(String method, String target, String fields) {
    return method + " " + target + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
  }
}
