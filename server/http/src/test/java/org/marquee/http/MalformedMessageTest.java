package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedMessageTest {
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpServer server;

  MalformedMessageTest() throws IOException {
    server = Echo.start();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /// In these tables `|` is a line end, `^` a carriage return, `_` a line feed, `~` a tab, `·` a
  /// space, and `§` begins a sound message.
  @ParameterizedTest
  @Cases(
      columns = ";",
      value =
          """
          host; GET / HTTP/1.1|| | host; GET / §Host: a|| | host; GET / §host: b||
          host; GET / HTTP/1.1|Host:|| | host; GET / HTTP/1.1|Host: a b||
          host; GET / HTTP/1.1|Host: user@a|| | host; GET / HTTP/1.1|Host: a/b||
          host; GET / HTTP/1.1|Host: a:x|| | host; GET / HTTP/1.1|Host: a:99999||
          host; GET / HTTP/1.1|Host: [::1|| | host; GET / HTTP/1.1|Host: [x]||
          host; GET / HTTP/1.1|Host: a%zz|| | host; GET / HTTP/1.0|Host: a|Host: b||
          host; GET / HTTP/1.0|Host: a b|| | host; GET http://a/ HTTP/1.1|| | target; GET http:///x §|
          request-line; GET http://a b/ §| | target; GET http://u@a/ §| | target; GET ftp://a/ §|
          target; GET films §| | target; GET * §| | target; GET /#top §| | target; GET /?a=#top §|
          target; GET /\u00e9 §| | target; GET /\u0001 §| | target; GET /\u007f §|
          target; GET /\u0000 §| | target; GET ~/ §| | target; GET /~§| | request-line; GET  / §|
          request-line; GET /  §| | request-line; ·GET / §| | request-line; GET / HTTP/1.1 |Host: a||
          request-line; GET /a b §| | request-line; GET /|Host: a|| | request-line; GET / |Host: a||
          request-line; GET / HTTP/x.1|Host: a|| | request-line; GET / HTTP/1|Host: a||
          request-line; GET / HTTP/1.1.1|Host: a|| | request-line; GET / http/1.1|Host: a||
          request-line; GET / HTTPS/1.1|Host: a|| | request-line; GET / HTTP/11|Host: a||
          header; GET / §Fold: 1| 2|| | header; GET / §Fold: 1|~2||
          header; GET / HTTP/1.1| Host: a|| | header; GET / §No colon|| | header; GET / §: empty||
          header; GET / HTTP/1.1|Host : a|| | header; GET / §X(: 1|| | header; GET / §X\u00e9: 1||
          header; GET / §X: \u0001|| | header; GET / §X: \u0000|| | header; GET / §X: \u007f||
          header; GET / §X: 1^Y: 2|| | header; G@T / §|
          transfer-encoding; GET / §Transfer-Encoding: gzip, chunked||0||
          body; GET / §Transfer-Encoding: chunked||x|| | body; GET / §Transfer-Encoding: chunked||-1||
          body; GET / §Transfer-Encoding: chunked||0x1|a|0||
          body; GET / §Transfer-Encoding: chunked||FFFFFFFFF|a|0||
          body; GET / §Transfer-Encoding: chunked||1|ab|0||
          body; GET / §Transfer-Encoding: chunked||1_a|0||
          """)
  void a_malformed_message_is_named_and_ends_the_connection(String part, String message)
      throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer = wire.send(raw(message)).read();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.one("Connection")).isEqualTo("close");
      JsonNode error = JSON.readTree(answer.text()).get("error");
      assertThat(error.get("code").asString()).isEqualTo("bad_request");
      assertThat(error.get("requestId").asString()).isEqualTo(answer.one("X-Request-Id"));
      JsonNode violation = error.get("details").get("violations").get(0);
      assertThat(violation.get("parameter").asString()).isEqualTo(part);
      assertThat(violation.get("reason").asString()).isEqualTo("malformed");
      assertThat(violation.get("message").asString()).isNotEmpty();
      assertThat(wire.isEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @Cases(
      """
      GET / HTTP/1.1_Host: a__ | GET / HTTP/1.1|Host: a__ | GET / HTTP/1.1|Host: a_X: 1||
      _GET / §| | ^GET / §| | \u0000GET / §|
      GET / §Content-Length: 1|Transfer-Encoding: chunked||0||
      GET / §Transfer-Encoding: chunked|Content-Length: 5||0||
      GET / HTTP/1.0|Host: a|Transfer-Encoding: chunked||0||
      GET / §Transfer-Encoding: identity|| | GET / §Transfer-Encoding: chunke||
      GET / §Transfer-Encoding:·\13chunked||0|| | GET / §Transfer-Encoding:||
      GET / §Transfer-Encoding: chunked, chunked||0||
      GET / §Transfer-Encoding: chunked|Transfer-Encoding: chunked||0||
      GET / §Content-Length: x|| | GET / §Content-Length: -1|| | GET / §Content-Length: +1||a
      GET / §Content-Length: 1 1||a | GET / §Content-Length: 1, 1||a
      GET / §Content-Length: 1|Content-Length: 1||a
      GET / §Content-Length: 1|Content-Length: 2||a | GET / §Content-Length:||
      GET / §Content-Length: 0x1||a | GET / §Transfer-Encoding: chunked||1|a_0||
      GET / §Transfer-Encoding: chunked||0_| | GET / §Transfer-Encoding: chunked||1;a=\u0001|a|0||
      GET / §Transfer-Encoding: chunked||0|Bad Trailer: x||
      \u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\3
      """)
  void what_two_readers_could_take_differently_is_refused(String message) throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer = wire.send(raw(message)).read();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.one("Connection")).isEqualTo("close");
      assertThat(answer.text()).contains("\"reason\":\"malformed\"");
      assertThat(wire.isEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9"})
  void another_version_is_505(String version) throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer = wire.send("GET / " + version + "\r\nHost: a\r\n\r\n").read();
      assertThat(answer.status()).isEqualTo(505);
      assertThat(answer.one("Connection")).isEqualTo("close");
      assertThat(answer.text()).contains("\"code\":\"bad_request\"").doesNotContain("details");
      assertThat(wire.isEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @Cases(
      """
      GET / HTTP/1.0|| | GET / HTTP/1.0|Host: a|| | GET / §| | GET / HTTP/1.1|host:a||
      GET / HTTP/1.1|Host: ~ a ~ || | GET / HTTP/1.1|Host: a:80|| | GET / HTTP/1.1|Host: a:||
      GET / HTTP/1.1|Host: 127.0.0.1:8080|| | GET / HTTP/1.1|Host: [::1]:8080||
      GET / §X: \u00e9~b|| | GET / §X:|| | ||GET / §| | GET / §Transfer-Encoding: Chunked||0||
      GET / §Transfer-Encoding: chunked||1;a=b|x|0|Trailer: x|| | GET / §Content-Length: 3||abc
      GET / §Sec-WebSocket-Key1: 1|Sec-WebSocket-Key2: 2|| | GET http://b:80/ §|
      """)
  void a_sound_message_is_served(String message) throws IOException {
    assertThat(Wire.ask(server, raw(message)).text()).isEqualTo("GET [] {}");
  }

  @ParameterizedTest
  @Cases(
      """
      Expect: a-miracle | Expect: 100-continue, a-miracle | Expect: 100-continue|Expect: a-miracle
      Expect: 100-continue=yes | Expect: "100-continue"
      """)
  void an_expectation_that_cannot_be_met_is_417(String field) throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer =
          wire.send(raw("GET / HTTP/1.1|Host: a|" + field + "|Content-Length: 1||")).read();
      assertThat(answer.status()).isEqualTo(417);
      assertThat(answer.one("Connection")).isEqualTo("close");
      assertThat(answer.text()).contains("\"code\":\"bad_request\"");
      assertThat(wire.isEnded()).isTrue();
    }
    assertThat(Wire.ask(server, raw("GET / HTTP/1.0|" + field + "||")).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @Cases(
      """
      Expect: | Expect: , | Expect: 100-Continue | Expect: , 100-continue
      Expect: 100-continue|Expect: 100-continue
      """)
  void an_expectation_that_nobody_waits_for_is_met(String field) throws IOException {
    assertThat(Wire.ask(server, raw("GET / HTTP/1.1|Host: a|" + field + "||")).status())
        .isEqualTo(200);
  }

  @Test
  void an_unknown_method_is_501_and_the_connection_lives_on() throws IOException {
    try (Wire wire = Wire.to(server)) {
      wire.send(raw("BREW /%zz HTTP/1.1|Host: a|Content-Length: 3||abcGET /x HTTP/1.1|Host: a||"));
      Wire.Answer refused = wire.read();
      assertThat(refused.status()).isEqualTo(501);
      assertThat(refused.all("Connection")).isEmpty();
      assertThat(refused.text()).contains("\"code\":\"bad_request\"");
      assertThat(wire.read().text()).isEqualTo("GET [x] {}");
    }
  }

  @Test
  void an_unknown_method_without_a_host_is_501_and_ends_the_connection() throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer refused = wire.send(raw("get / HTTP/1.1||")).read();
      assertThat(refused.status()).isEqualTo(501);
      assertThat(refused.one("Connection")).isEqualTo("close");
      assertThat(wire.isEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"})
  void a_known_method_goes_to_the_handler(String method) throws IOException {
    assertThat(Wire.ask(server, raw(method + " /a HTTP/1.1|Host: a||")).text())
        .isEqualTo(method + " [a] {}");
  }

  @Test
  void the_forms_of_targets_become_one_segment_where_they_are_no_path() throws IOException {
    assertThat(Wire.ask(server, raw("OPTIONS * HTTP/1.1|Host: a||")).text())
        .isEqualTo("OPTIONS [*] {}");
    assertThat(Wire.ask(server, raw("CONNECT a:443 HTTP/1.1|Host: a||")).text())
        .isEqualTo("CONNECT [a:443] {}");
  }

  @Test
  void nothing_after_a_malformed_message_is_served() throws IOException {
    try (Wire wire = Wire.to(server)) {
      wire.send(raw("GET / HTTP/1.1||GET /secret HTTP/1.1|Host: a||"));
      assertThat(wire.read().status()).isEqualTo(400);
      assertThat(wire.rest()).isEmpty();
    }
  }

  @ParameterizedTest
  @Cases(
      """
      HEAD / HTTP/1.1|| | HEAD / §No colon|| | HEAD / §Fold: 1| 2|| | HEAD / §X: \u0001||
      HEAD / §Expect: a-miracle|| | HEAD / §Content-Length: x|| | HEAD / §Content-Length: 65537||
      HEAD / §Transfer-Encoding: chunked||x|| | HEAD / HTTP/2.0|Host: a||
      HEAD / HTTP/x|Host: a|| | HEAD / b §| | HEAD  / §| | HEAD|Host: a|| | HEAD~/ §|
      HEAD /\u00e9 §| | HEAD /%zz §Connection: close|| |  HEAD / §| | _HEAD / §|
      ||HEAD / HTTP/1.1||
      """)
  void a_message_refused_to_head_has_no_body(String message) throws IOException {
    assertRefusedWithoutBody(raw(message));
  }

  @Test
  void too_much_sent_to_head_is_refused_without_a_body() throws IOException {
    assertRefusedWithoutBody("HEAD /" + "a".repeat(9_000));
    assertRefusedWithoutBody("HEAD / HTTP/1.1\r\nX: " + "a".repeat(17_000));
  }

  private void assertRefusedWithoutBody(String message) throws IOException {
    try (Wire wire = Wire.to(server)) {
      Wire.Answer answer = wire.send(message).readHead();
      assertThat(answer.status()).isBetween(400, 599);
      assertThat(Integer.parseInt(answer.one("Content-Length"))).isPositive();
      assertThat(wire.rest()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEADS / HTTP/1.1||", "HEA / HTTP/1.1||", "head / HTTP/1.1||"})
  void what_only_looks_like_head_has_a_body(String message) throws IOException {
    assertThat(Wire.ask(server, raw(message)).text()).contains("\"code\":\"bad_request\"");
  }

  @Test
  void head_after_another_request_is_answered_as_head() throws IOException {
    try (Wire wire = Wire.to(server)) {
      wire.send(raw("GET / HTTP/1.1|Host: a||HEAD / HTTP/1.1||"));
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.readHead().status()).isEqualTo(400);
      assertThat(wire.rest()).isEmpty();
    }
    try (Wire wire = Wire.to(server)) {
      wire.send(raw("HEAD / HTTP/1.1|Host: a||GET / HTTP/1.1||"));
      assertThat(wire.readHead().status()).isEqualTo(200);
      assertThat(wire.read().text()).contains("\"code\":\"bad_request\"");
    }
  }

  private static String raw(String message) {
    return message
        .replace("§", "HTTP/1.1|Host: a|")
        .replace("|", "\r\n")
        .replace('^', '\r')
        .replace('_', '\n')
        .replace('~', '\t')
        .replace('·', ' ');
  }
}
