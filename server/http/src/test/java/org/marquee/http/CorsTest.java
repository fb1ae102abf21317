package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;

/// Which pages may read answers (the Fetch standard, "CORS protocol").
@NullMarked
class CorsTest {
  private static final String REX = "Origin: https://rex.example\r\n";
  private static final String ODEON = "Origin: https://odeon.example\r\n";
  private static final String ASKS =
      "Access-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: authorization\r\n";

  private static HttpServer start(Cors cors) throws IOException {
    return HttpServer.start(
        Echo.settings().withCors(cors),
        Router.builder(cors)
            .get("/films", (_, reply) -> reply.send(Echo.text("films")))
            .get(
                "/fails",
                (_, _) -> {
                  throw new IllegalStateException("on purpose");
                })
            .build());
  }

  private static Wire.Answer ask(HttpServer server, String method, String target, String fields)
      throws IOException {
    return Wire.ask(server, method + " " + target + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n");
  }

  @Test
  void pages_of_all_origins_may_read_every_answer_errors_included() throws IOException {
    try (HttpServer server = start(Cors.ANY)) {
      for (String target : List.of("/films", "/none", "/fails", "/%zz")) {
        for (String origin : List.of("", REX, "Origin: null\r\n")) {
          Wire.Answer answer = ask(server, "GET", target, origin);
          assertThat(answer.one("Access-Control-Allow-Origin")).isEqualTo("*");
          assertThat(answer.one("Access-Control-Expose-Headers"))
              .isEqualTo("ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id");
          assertThat(answer.all("Vary")).isEmpty();
        }
      }
      assertThat(ask(server, "POST", "/films", REX).one("Access-Control-Allow-Origin"))
          .isEqualTo("*");
      // The origin of so broken a request is unknown.
      assertThat(Wire.ask(server, "GET\r\n\r\n").one("Access-Control-Allow-Origin")).isEqualTo("*");
    }
  }

  @Test
  void a_preflight_hears_what_may_be_sent() throws IOException {
    try (HttpServer server = start(Cors.ANY)) {
      Wire.Answer answer = ask(server, "OPTIONS", "/films", REX + ASKS);
      assertThat(answer.status()).isEqualTo(204);
      assertThat(answer.one("Access-Control-Allow-Origin")).isEqualTo("*");
      assertThat(answer.one("Access-Control-Allow-Methods")).isEqualTo("GET, HEAD, OPTIONS");
      assertThat(answer.one("Access-Control-Allow-Headers"))
          .contains("Authorization", "If-None-Match", "X-Request-Id", "Last-Event-ID");
      assertThat(answer.one("Access-Control-Max-Age")).isEqualTo("86400");
      assertThat(answer.all("Access-Control-Allow-Credentials")).isEmpty();
      for (String fields : List.of("", REX, ASKS)) {
        Wire.Answer plain = ask(server, "OPTIONS", "/films", fields);
        assertThat(plain.one("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(plain.all("Access-Control-Allow-Methods")).isEmpty();
      }
    }
  }

  @Test
  void of_a_list_of_origins_the_one_that_asks_is_named() throws IOException {
    try (HttpServer server =
        start(Cors.of(Set.of("https://rex.example", "http://localhost:3000")))) {
      Wire.Answer known = ask(server, "GET", "/films", REX);
      assertThat(known.one("Access-Control-Allow-Origin")).isEqualTo("https://rex.example");
      assertThat(known.one("Access-Control-Expose-Headers")).contains("ETag");
      assertThat(known.one("Vary")).isEqualTo("Origin");
      assertThat(ask(server, "GET", "/none", REX).one("Access-Control-Allow-Origin"))
          .isEqualTo("https://rex.example");
      assertThat(ask(server, "OPTIONS", "/films", REX + ASKS).all("Access-Control-Allow-Methods"))
          .hasSize(1);
      for (String other :
          List.of(
              "",
              ODEON,
              "Origin: null\r\n",
              "Origin: https://rex.example.evil\r\n",
              "Origin: https://rex.example:444\r\n",
              REX + ODEON)) {
        Wire.Answer answer = ask(server, "GET", "/films", other);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.all("Access-Control-Allow-Origin")).as(other).isEmpty();
        assertThat(answer.all("Access-Control-Expose-Headers")).isEmpty();
        assertThat(answer.one("Vary")).isEqualTo("Origin");
        Wire.Answer preflight = ask(server, "OPTIONS", "/films", other + ASKS);
        assertThat(preflight.status()).isEqualTo(204);
        assertThat(preflight.all("Access-Control-Allow-Methods")).isEmpty();
      }
    }
  }

  @Test
  void without_origins_no_answer_has_a_cors_field() throws IOException {
    try (HttpServer server = start(Cors.OFF)) {
      for (Wire.Answer answer :
          List.of(
              ask(server, "GET", "/films", REX), ask(server, "OPTIONS", "/films", REX + ASKS))) {
        assertThat(answer.headers().toString()).doesNotContain("Access-Control", "Vary");
      }
    }
  }
}
