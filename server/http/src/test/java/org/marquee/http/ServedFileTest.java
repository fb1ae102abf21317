package org.marquee.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.http.handler.Router;
import org.marquee.http.handler.ServedFile;
import org.marquee.http.message.Cors;
import org.marquee.http.message.Header;

/// Files as answers (RFC 9110, 13 and 14).
@NullMarked
class ServedFileTest {
  private static final String TEXT = "0123456789".repeat(10_000);

  @TempDir Path folder;
  private Path file = Path.of("");
  private HttpServer server = Echo.start();

  ServedFileTest() throws IOException {}

  @BeforeEach
  void write() throws IOException {
    server.close();
    file = Files.writeString(folder.resolve("page.txt"), TEXT);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-11-22T04:10:03.5Z")));
    ServedFile served =
        new ServedFile(
            file,
            "text/plain; charset=utf-8",
            List.of(new Header("Cache-Control", "no-cache")),
            answer -> answer.with(new Header("RateLimit", "r=1")));
    server =
        HttpServer.start(
            Echo.settings(),
            Router.builder(Cors.OFF)
                .get(
                    "/page",
                    (request, reply) ->
                        served.answer(task -> Thread.ofVirtual().start(task), request, reply))
                .build());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Wire.Answer get(String... fields) throws IOException {
    return Wire.ask(server, message("GET", fields));
  }

  private static String message(String method, String... fields) {
    StringBuilder message = new StringBuilder(method + " /page HTTP/1.1\r\nHost: a\r\n");
    for (String field : fields) {
      message.append(field).append("\r\n");
    }
    return message.append("\r\n").toString();
  }

  @Test
  void a_file_has_its_type_length_date_and_strong_tag() throws IOException {
    Wire.Answer answer = get();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo(TEXT);
    assertThat(answer.one("Content-Type")).isEqualTo("text/plain; charset=utf-8");
    assertThat(answer.one("Content-Length")).isEqualTo("100000");
    assertThat(answer.one("Last-Modified")).isEqualTo("Sun, 22 Nov 2026 04:10:03 GMT");
    assertThat(answer.one("Accept-Ranges")).isEqualTo("bytes");
    assertThat(answer.one("Cache-Control")).isEqualTo("no-cache");
    assertThat(answer.one("ETag")).matches("\"[0-9a-f-]+\"").isEqualTo(get().one("ETag"));
    Files.writeString(file, "new");
    Wire.Answer changed = get();
    assertThat(changed.text()).isEqualTo("new");
    assertThat(changed.one("ETag")).isNotEqualTo(answer.one("ETag"));
  }

  @Test
  void every_answer_is_finished_also_an_error() throws IOException {
    for (var wanted :
        Map.of(
                "Accept: */*", 200,
                "Range: bytes=0-1", 206,
                "If-None-Match: *", 304,
                "If-Match: \"x\"", 412,
                "Range: bytes=100000-", 416)
            .entrySet()) {
      Wire.Answer answer = get(wanted.getKey());
      assertThat(answer.status()).isEqualTo(wanted.getValue());
      assertThat(answer.one("RateLimit")).isEqualTo("r=1");
    }
    Files.delete(file);
    assertThat(get().status()).isEqualTo(404);
    assertThat(get().one("RateLimit")).isEqualTo("r=1");
  }

  @Test
  void head_has_the_fields_and_no_body() throws IOException {
    try (Wire wire = Wire.to(server)) {
      wire.send(message("HEAD", "Range: bytes=0-1"));
      Wire.Answer head = wire.readHead();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.one("Content-Length")).isEqualTo("100000");
      assertThat(wire.send(message("GET")).read().text()).isEqualTo(TEXT);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0-0 | 0 | 0-0",
        "5-14 | 5678901234 | 5-14",
        "99998- | 89 | 99998-99999",
        "-3 | 789 | 99997-99999",
        "99999-200000 | 9 | 99999-99999",
        "007-0000000000000000000000008 | 78 | 7-8",
        "99998-99999999999999999999999 | 89 | 99998-99999"
      })
  void one_range_is_206(String range, String text, String sent) throws IOException {
    Wire.Answer answer = get("Range: bytes=" + range);
    assertThat(answer.status()).isEqualTo(206);
    assertThat(answer.text()).isEqualTo(text);
    assertThat(answer.one("Content-Range")).isEqualTo("bytes " + sent + "/100000");
    assertThat(answer.one("ETag")).isEqualTo(get().one("ETag"));
  }

  @Test
  void a_suffix_longer_than_the_file_is_all_of_it() throws IOException {
    Wire.Answer answer = get("Range: bytes=-200000");
    assertThat(answer.status()).isEqualTo(206);
    assertThat(answer.one("Content-Range")).isEqualTo("bytes 0-99999/100000");
    assertThat(answer.text()).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100000-", "100000-100001", "-0", "99999999999999999999-"})
  void a_range_that_the_file_has_nothing_of_is_416(String range) throws IOException {
    Wire.Answer answer = get("Range: bytes=" + range);
    assertThat(answer.status()).isEqualTo(416);
    assertThat(answer.one("Content-Range")).isEqualTo("bytes */100000");
    assertThat(answer.text()).contains("\"code\":\"bad_request\"");
  }

  @ParameterizedTest
  @Cases(
      """
      bytes= | bytes=- | bytes=2-1 | bytes=a-b | bytes=0-1,5-6 | lines=0-1 | 0-1
      """)
  void what_is_no_single_range_is_ignored(String range) throws IOException {
    assertThat(get("Range: " + range).status()).isEqualTo(200);
    assertThat(get("Range: bytes=0-1", "Range: bytes=0-1").status()).isEqualTo(200);
  }

  @Test
  void who_has_the_file_gets_304() throws IOException {
    String tag = get().one("ETag");
    for (String field :
        List.of(
            "If-None-Match: " + tag,
            "If-None-Match: \"x\", W/" + tag,
            "If-None-Match: *",
            "If-Modified-Since: Sun, 22 Nov 2026 04:10:03 GMT")) {
      Wire.Answer answer = get(field, "Range: bytes=0-1");
      assertThat(answer.status()).as(field).isEqualTo(304);
      assertThat(answer.one("ETag")).isEqualTo(tag);
    }
    for (String field :
        List.of(
            "If-None-Match: \"x\"",
            "If-None-Match: " + tag.substring(1),
            "If-Modified-Since: Sun, 22 Nov 2026 04:10:02 GMT",
            "If-Modified-Since: yesterday")) {
      assertThat(get(field).status()).as(field).isEqualTo(200);
    }
    // The tag comes before the date.
    assertThat(
            get("If-None-Match: \"x\"", "If-Modified-Since: Sun, 22 Nov 2026 04:10:03 GMT")
                .status())
        .isEqualTo(200);
  }

  @Test
  void a_condition_that_does_not_hold_is_412() throws IOException {
    String tag = get().one("ETag");
    assertThat(get("If-Match: " + tag).status()).isEqualTo(200);
    assertThat(get("If-Match: *").status()).isEqualTo(200);
    assertThat(get("If-Match: W/" + tag).status()).isEqualTo(412);
    assertThat(get("If-Match: \"x\"").status()).isEqualTo(412);
    assertThat(get("If-Unmodified-Since: Sun, 22 Nov 2026 04:10:02 GMT").status()).isEqualTo(412);
    assertThat(get("If-Unmodified-Since: Sun, 22 Nov 2026 04:10:03 GMT").status()).isEqualTo(200);
  }

  @Test
  void a_range_of_another_version_is_all_of_this_one() throws IOException {
    String tag = get().one("ETag");
    for (String same : List.of(tag, "Sun, 22 Nov 2026 04:10:03 GMT")) {
      assertThat(get("Range: bytes=0-1", "If-Range: " + same).status()).isEqualTo(206);
    }
    for (String other :
        List.of("\"x\"", "W/" + tag, "Sun, 22 Nov 2026 04:10:04 GMT", "yesterday")) {
      assertThat(get("Range: bytes=0-1", "If-Range: " + other).text()).isEqualTo(TEXT);
      assertThat(get("Range: bytes=100000-", "If-Range: " + other).status()).isEqualTo(200);
    }
  }

  @Test
  void an_empty_file_is_served_and_a_missing_one_is_404() throws IOException {
    Files.write(file, new byte[0]);
    assertThat(get().text()).isEmpty();
    assertThat(get("Range: bytes=0-").status()).isEqualTo(416);
    Files.delete(file);
    assertThat(get().status()).isEqualTo(404);
    Files.createDirectory(file);
    assertThat(get().status()).isEqualTo(404);
  }

  @Test
  void a_file_that_is_replaced_while_it_is_sent_is_sent_as_it_was() throws IOException {
    Files.write(file, "a".repeat(20_000_000).getBytes(UTF_8));
    try (Wire wire = Wire.to(server)) {
      Wire.Answer head = wire.send(message("GET")).readHead();
      Path next = Files.writeString(folder.resolve("next"), "b");
      Files.move(next, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      wire.socket.shutdownOutput();
      assertThat(head.one("Content-Length")).isEqualTo("20000000");
      assertThat(wire.rest()).isEqualTo("a".repeat(20_000_000));
    }
  }
}
