package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.Cases;
import org.marquee.http.body.BodyLimit;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.Observer;
import org.marquee.http.handler.Handler;
import org.marquee.http.handler.Router;
import org.marquee.http.message.Cors;
import org.marquee.http.message.ErrorBody;

/// Which handler a request goes to, and what is answered where there is none.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RouterTest {
  private final Queue<String> observed = new ConcurrentLinkedQueue<>();
  private final HttpServer server =
      HttpServer.start(
          Echo.settings()
              .withCors(Cors.ANY)
              .withObserver(
                  new Observer() {
                    @Override
                    public void answers(Answered answer) {
                      observed.add(
                          "%d %s %s %s"
                              .formatted(
                                  answer.status(),
                                  answer.route(),
                                  answer.organization(),
                                  answer.keyId()));
                    }
                  }),
          routes());

  RouterTest() throws IOException {}

  private static Router routes() {
    return Router.builder(Cors.ANY)
        .help("/help")
        .get("/", said("root"))
        .get("/films", said("films"))
        .get("/films/{filmId}", said("film"))
        .get("/films/new", said("new"))
        .get("/cinemas/{cinemaId}/calendar.ics", said("calendar"))
        .get("/a/b/c", said("abc"))
        .get("/a/{any}/d", said("a?d"))
        .get("/both", said("got"))
        .route("POST", "/both", BodyLimit.of(10, Duration.ofSeconds(5)), said("posted"))
        .route("DELETE", "/gone", BodyLimit.of(10, Duration.ofSeconds(5)), said("deleted"))
        .get(
            "/mine",
            (_, reply) -> {
              reply.route("tool");
              reply.caller("rex", "key_1");
              reply.send(Echo.text("mine"));
            })
        .faults(
            "closed",
            (request, reply, fault) ->
                reply.send(
                    request.headers().all("Authorization").isEmpty()
                        ? ErrorBody.of(401, "unauthorized", "a key is needed", request.id())
                        : fault))
        .get("/closed/room", said("room"))
        .build();
  }

  private static Handler said(String name) {
    return (request, reply) -> reply.send(Echo.text(name + " " + request.path().getLast()));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Wire.Answer ask(String method, String target, String... fields) throws IOException {
    try (Wire wire = Wire.to(server)) {
      StringBuilder message = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: a\r\n");
      for (String field : fields) {
        message.append(field).append("\r\n");
      }
      wire.send(message.append("\r\n").toString());
      return method.equals("HEAD") ? wire.readHead() : wire.read();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/films, films films",
    "/films?limit=1, films films",
    "/f%69lms, films films",
    "http://rex.example/films, films films",
    "/films/fi_1, film fi_1",
    "/films/a%2Fb, film a/b",
    "/films/%C3%A9, film é",
    "/films/%2525, film %25",
    "/films/., film .",
    "/films/{filmId}, film {filmId}",
    "/films/new, new new",
    "/films/n%65w, new new",
    "/films/New, film New",
    "/cinemas/x/calendar.ics, calendar calendar.ics",
    "/a/b/c, abc c",
    "/a/b/d, a?d d",
    "/a/x/d, a?d d",
    "/, 'root '"
  })
  void a_path_finds_its_handler(String target, String answer) throws IOException {
    assertThat(ask("GET", target).text()).isEqualTo(answer);
    assertThat(ask("HEAD", target).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @Cases(
      """
      // | //films | /films/ | /films// | /films/a/b | /films%2Ffi_1 | /films;x | /Films
      /cinemas/x | /cinemas//calendar.ics | /cinemas/x/calendar.ics/ | /a | /a//d | /a/b | *
      """)
  void a_path_without_a_route_is_404_for_every_method(String target) throws IOException {
    for (String method : List.of("GET", "HEAD", "POST", "DELETE", "OPTIONS")) {
      if (method.equals("OPTIONS") || !target.equals("*")) {
        assertThat(ask(method, target).status()).as(method).isEqualTo(404);
      }
    }
    if (!target.equals("*")) {
      assertThat(ask("GET", target).text()).contains("/help");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/films | GET, HEAD, OPTIONS | POST",
        "/films/x | GET, HEAD, OPTIONS | DELETE",
        "/both | GET, HEAD, POST, OPTIONS | PUT",
        "/gone | DELETE, OPTIONS | HEAD",
        "/gone | DELETE, OPTIONS | GET"
      })
  void another_method_is_405_and_options_says_which_there_are(
      String target, String allow, String method) throws IOException {
    Wire.Answer refused = ask(method, target);
    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.one("Allow")).isEqualTo(allow);
    Wire.Answer options = ask("OPTIONS", target);
    assertThat(options.status()).isEqualTo(204);
    assertThat(options.one("Allow")).isEqualTo(allow);
    assertThat(options.all("Content-Length")).isEmpty();
    assertThat(options.all("Access-Control-Allow-Methods")).isEmpty();
  }

  @Test
  void methods_of_one_path_have_handlers_of_their_own() throws IOException {
    assertThat(ask("GET", "/both").text()).isEqualTo("got both");
    assertThat(ask("POST", "/both").text()).isEqualTo("posted both");
  }

  @Test
  void an_area_answers_what_no_route_is_for_but_not_options() throws IOException {
    assertThat(ask("GET", "/closed/none").status()).isEqualTo(401);
    assertThat(ask("POST", "/closed/room").status()).isEqualTo(401);
    assertThat(ask("OPTIONS", "/closed/none").status()).isEqualTo(401);
    assertThat(ask("OPTIONS", "/closed/room").status()).isEqualTo(204);
    assertThat(ask("GET", "/closed", "Authorization: x").status()).isEqualTo(404);
    assertThat(ask("PUT", "/closed/room", "Authorization: x").one("Allow"))
        .isEqualTo("GET, HEAD, OPTIONS");
  }

  @Test
  void the_observer_gets_the_template_and_the_caller() throws IOException {
    observed.clear();
    for (String target : List.of("/films/fi_1", "/none", "/mine")) {
      ask("GET", target);
    }
    ask("POST", "/films");
    ask("OPTIONS", "/films/x");
    assertThat(observed)
        .containsExactly(
            "200 /films/{filmId}  ",
            "404   ",
            "200 tool rex key_1",
            "405 /films  ",
            "204 /films/{filmId}  ");
  }

  @Test
  void a_route_that_could_not_be_reached_is_refused() {
    Router.Builder routes = Router.builder(Cors.OFF).get("/films/{filmId}", said("film"));
    for (String template :
        List.of(
            "", "films", "/films/", "//", "/films/{}", "/fi{l}ms", "/films/{filmId}", "/{id}/")) {
      assertThatThrownBy(() -> routes.get(template, said("x")))
          .as(template)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> routes.get("/films/{other}", said("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/films/{filmId}");
    for (String method : List.of("HEAD", "OPTIONS", "get", "")) {
      assertThatThrownBy(() -> routes.route(method, "/x", BodyLimit.IGNORED, said("x")))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_path_of_very_many_segments_costs_little() throws IOException {
    String deep = String.join("", Collections.nCopies(4000, "/a"));
    assertThat(ask("GET", deep).status()).isEqualTo(404);
  }
}
