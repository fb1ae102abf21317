package org.marquee.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.collect.Wire;

/// Fetching from sites that answer, refuse or fail.
@NullMarked
class FetcherTest extends Fetching {
  @Test
  void a_file_is_kept_as_it_came_with_what_the_next_request_needs() throws IOException {
    site.at(
        "/feed",
        exchange -> {
          exchange.getResponseHeaders().set("ETag", "\"v1\"");
          exchange.getResponseHeaders().set("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT");
          Site.send(exchange, 200, "hello".getBytes(UTF_8));
        });
    ArchivedRun kept = fetched("/feed", Map.of("X-Key", "secret"));
    assertThat(text(kept)).isEqualTo("hello");
    ArchivedRun.File file = kept.files().getFirst();
    assertThat(file.bytes()).isEqualTo(5);
    assertThat(file.digest())
        .isEqualTo("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
    ArchivedRun.Sent sent = java.util.Objects.requireNonNull(file.sent());
    assertThat(sent.etag()).isEqualTo("\"v1\"");
    assertThat(sent.lastModified()).isEqualTo("Thu, 01 Jan 2026 00:00:00 GMT");
    assertThat(site.asked.getFirst().getFirst("User-Agent"))
        .isEqualTo("marquee/1 (+me@example.org)");
    assertThat(site.asked.getFirst().getFirst("X-Key")).isEqualTo("secret");
    assertThat(Files.readString(kept.folder().resolve("run.json"))).doesNotContain("secret");
  }

  @Test
  void what_comes_packed_is_kept_packed_and_read_unpacked() throws IOException {
    byte[] packed = Site.gzip("hello".getBytes(UTF_8));
    site.at(
        "/feed",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          Site.send(exchange, 200, packed);
        });
    ArchivedRun kept = fetched("/feed", Map.of());
    assertThat(text(kept)).isEqualTo("hello");
    assertThat(Files.readAllBytes(kept.paths().getFirst())).isEqualTo(packed);
  }

  @Test
  void a_source_is_told_what_we_have_and_may_say_that_it_is_the_same() throws IOException {
    site.at("/feed", exchange -> exchange.sendResponseHeaders(304, -1));
    ArchivedRun.Sent before =
        new ArchivedRun.Sent(
            "x", Instant.EPOCH, "\"v1\"", "Thu, 01 Jan 2026 00:00:00 GMT", null, false);
    try (ArchivedRunDraft deposit = new RawInputArchive(home).begin(RUN)) {
      assertThat(fetcher.fetch(wanted("/feed", Map.of(), before), deposit)).isFalse();
    }
    assertThat(site.asked.getFirst().getFirst("If-None-Match")).isEqualTo("\"v1\"");
    assertThat(site.asked.getFirst().getFirst("If-Modified-Since"))
        .isEqualTo("Thu, 01 Jan 2026 00:00:00 GMT");
  }

  /// Bodies that say where they end, and one that does not.
  @ParameterizedTest
  @CsvSource({
    "Content-Length: 5, hello, false",
    "Transfer-Encoding: chunked, 5|hello|0||, false",
    "X-Other: 1, hello, true"
  })
  void it_is_known_whether_only_the_connection_ended_a_body(
      String field, String body, boolean openEnded) throws IOException {
    String answer = "HTTP/1.1 200 OK\r\n%s\r\n\r\n%s".formatted(field, body.replace("|", "\r\n"));
    try (Wire wire = Wire.saying(answer)) {
      ArchivedRun kept = fetched(wire.address(), Map.of());
      assertThat(text(kept)).isEqualTo("hello");
      assertThat(kept.parts().getFirst().isOpenEnded()).isEqualTo(openEnded);
      Path file = home.resolve("file");
      assertThat(fetcher.fetch(wire.address(), file, 10, rule)).isEqualTo(openEnded);
    }
  }

  @Test
  void a_304_that_nobody_asked_for_is_a_failure() {
    site.at("/feed", exchange -> exchange.sendResponseHeaders(304, -1));
    failsFor("/feed", "HTTP 304 from ");
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 206, 400, 401, 403, 404, 410, 429})
  void a_refusal_is_not_asked_for_twice(int status) {
    site.at("/feed", exchange -> exchange.sendResponseHeaders(status, -1));
    failsFor("/feed", "HTTP " + status + " from ");
    assertThat(site.asked).hasSize(1);
  }

  @Test
  void a_server_that_fails_is_asked_again() throws IOException {
    AtomicInteger times = new AtomicInteger();
    site.at(
        "/feed",
        exchange -> {
          if (times.incrementAndGet() < 3) {
            Site.send(exchange, 503, "down".getBytes(UTF_8));
          } else {
            Site.send(exchange, 200, "up".getBytes(UTF_8));
          }
        });
    assertThat(text(fetched("/feed", Map.of()))).isEqualTo("up");
  }

  @Test
  void a_server_that_goes_on_failing_is_given_up() {
    site.at("/feed", exchange -> exchange.sendResponseHeaders(500, -1));
    failsFor("/feed", "HTTP 500, 3 times");
    assertThat(site.asked).hasSize(3);
  }

  @Test
  void what_is_no_answer_is_a_failure() throws IOException {
    try (Wire wire = Wire.saying("nonsense\r\n\r\n")) {
      failsFor(wire.address(), "3 times");
    }
  }

  @Test
  void a_chunked_body_is_read_to_its_end() throws IOException {
    try (Wire wire =
        Wire.saying(
            """
            HTTP/1.1 103 Early Hints\r
            Link: </a>\r
            \r
            HTTP/1.1 200 OK\r
            Transfer-Encoding: chunked\r
            \r
            5;a=b\r
            hello\r
            1\r
            !\r
            0\r
            X: y\r
            \r
            """)) {
      assertThat(text(fetched(wire.address(), Map.of()))).isEqualTo("hello!");
    }
  }

  @Test
  void a_server_that_changes_the_protocol_is_refused() throws IOException {
    try (Wire wire = Wire.saying("HTTP/1.1 101 Switching Protocols\r\n\r\n\0\0")) {
      failsFor(wire.address(), "HTTP 101 from ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "Content-Length: -1\r\n\r\nhello",
        "Transfer-Encoding: gzip\r\n\r\nhello",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n",
        "nofield\r\n\r\nhello"
      })
  void an_answer_that_contradicts_itself_is_none(String rest) throws IOException {
    try (Wire wire = Wire.saying("HTTP/1.1 200 OK\r\n" + rest)) {
      failsFor(wire.address(), "the connection broke");
    }
  }

  @Test
  void an_encoding_that_nobody_asked_for_is_refused() {
    site.at(
        "/feed",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Encoding", "br");
          Site.send(exchange, 200, new byte[10]);
        });
    failsFor("/feed", "an encoding that was not requested: br");
  }

  @Test
  void a_secret_that_cannot_be_sent_is_not_shown() {
    assertThatThrownBy(() -> fetched("/feed", Map.of("X-Key", "sec\nret")))
        .hasMessageContaining("X-Key")
        .hasMessageNotContaining("sec");
  }

  @Test
  void nobody_at_home_is_a_failure() throws IOException {
    Wire wire = Wire.saying("");
    wire.close();
    failsFor(wire.address(), "cannot connect, 3 times");
  }

  @Test
  void a_host_is_left_alone_for_a_while() throws IOException {
    replace(new Fetcher("m", Duration.ofMillis(300), SHORT));
    site.at("/feed", "hello");
    long begun = System.nanoTime();
    try (ArchivedRunDraft deposit = new RawInputArchive(home).begin(RUN)) {
      for (int count = 0; count < 3; count++) {
        fetcher.fetch(wanted("/feed", Map.of(), null), deposit);
      }
    }
    assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(600_000_000);
  }

  @Test
  void what_fails_leaves_nothing_behind() throws IOException {
    site.at("/feed", FetchLimitsTest::endless);
    failsFor("/feed", "larger than");
    try (Stream<Path> left = Files.list(home.resolve("runs"))) {
      assertThat(left).containsExactly(home.resolve("runs/latest"));
    }
  }
}
