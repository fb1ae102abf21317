package org.marquee.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.archive.ArchivedRun;
import org.marquee.archive.ArchivedRunDraft;
import org.marquee.archive.RawInputArchive;
import org.marquee.archive.ReadingOptions;
import org.marquee.collect.Wire;
import org.marquee.feed.SourceFailed;
import org.marquee.files.FolderTree;

/// Fetching from sites that are slow, broken or hostile.
@NullMarked
public class FetcherTest {
  private static final Fetcher.Bounds SHORT =
      new Fetcher.Bounds(Duration.ofSeconds(5), Duration.ofSeconds(5), 3, Duration.ofMillis(10), 5);
  private static final String RUN = "20260101T000000Z-00000001";
  private static final long MOST = 100_000;

  @TempDir Path home = Path.of("");
  private final Site site = Site.open();
  private RedirectRule rule = RedirectRule.PUBLIC;
  private Fetcher fetcher = new Fetcher("marquee/1 (+me@example.org)", Duration.ZERO, SHORT);

  @AfterEach
  void close() {
    fetcher.close();
    site.close();
  }

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
        new ArchivedRun.Sent("x", Instant.EPOCH, "\"v1\"", "Thu, 01 Jan 2026 00:00:00 GMT", null);
    try (ArchivedRunDraft deposit = new RawInputArchive(home).begin(RUN)) {
      assertThat(fetcher.fetch(wanted("/feed", Map.of(), before), deposit)).isFalse();
    }
    assertThat(site.asked.getFirst().getFirst("If-None-Match")).isEqualTo("\"v1\"");
    assertThat(site.asked.getFirst().getFirst("If-Modified-Since"))
        .isEqualTo("Thu, 01 Jan 2026 00:00:00 GMT");
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
  void a_server_may_ask_for_no_more_patience_than_there_is_time() {
    site.at(
        "/feed",
        exchange -> {
          exchange.getResponseHeaders().set("Retry-After", "3600");
          exchange.sendResponseHeaders(503, -1);
        });
    failsFor("/feed", "asks us to wait longer");
    assertThat(site.asked).hasSize(1);
  }

  @Test
  void a_body_that_ends_too_early_is_no_body() {
    site.at(
        "/feed",
        exchange -> {
          exchange.sendResponseHeaders(200, 1000);
          exchange.getResponseBody().write("half".getBytes(UTF_8));
          exchange.getResponseBody().flush();
        });
    failsFor("/feed", "the connection broke");
    assertThat(site.asked).hasSize(3);
  }

  @Test
  void a_chunked_body_that_is_cut_off_is_no_body() throws IOException {
    try (Wire wire =
        Wire.saying("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello")) {
      failsFor(wire.address(), "the connection broke");
    }
  }

  @Test
  void what_is_no_answer_is_a_failure() throws IOException {
    try (Wire wire = Wire.saying("nonsense\r\n\r\n")) {
      failsFor(wire.address(), "3 times");
    }
  }

  @Test
  void an_endless_body_is_cut_at_the_limit() {
    site.at("/feed", FetcherTest::endless);
    failsFor("/feed", "the file is larger than 100000 bytes");
    assertThat(site.asked).hasSize(1);
  }

  @Test
  void a_body_that_is_announced_too_long_is_not_begun() {
    site.at(
        "/feed",
        exchange -> {
          exchange.sendResponseHeaders(200, MOST + 1);
          exchange.getResponseBody().write('x');
          exchange.getResponseBody().flush();
        });
    failsFor("/feed", "the file is larger than 100000 bytes");
  }

  @Test
  void an_endless_error_page_is_not_read() {
    site.at(
        "/feed",
        exchange -> {
          exchange.sendResponseHeaders(404, 0);
          spout(exchange);
        });
    failsFor("/feed", "HTTP 404 from ");
  }

  @Test
  void a_slow_drip_ends_in_time() {
    fetcher.close();
    fetcher =
        new Fetcher(
            "m",
            Duration.ZERO,
            new Fetcher.Bounds(
                Duration.ofSeconds(5), Duration.ofMillis(500), 3, Duration.ofMillis(10), 5));
    site.at(
        "/feed",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try {
            for (int count = 0; count < 500; count++) {
              exchange.getResponseBody().write('x');
              exchange.getResponseBody().flush();
              Thread.sleep(20);
            }
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
    failsFor("/feed", "did not send the whole feed within 500 ms");
  }

  /// What a server may go on with for ever, after `HTTP/1.1 `.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 |",
        "200 OK\r\n|A: b\r\n",
        "200 OK\r\nA: |bbbbbbbb",
        "200 OK|KKKKKKKK",
        "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a=|bbbbbbbb",
        "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n|1\r\na\r\n",
        "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n|A: b\r\n",
        "200 OK\r\n\r\n|a",
        "302 Found\r\nLocation: |a"
      })
  void a_server_that_never_ends_its_answer_is_left(String answer) throws IOException {
    fetcher.close();
    fetcher =
        new Fetcher(
            "m",
            Duration.ZERO,
            new Fetcher.Bounds(
                Duration.ofSeconds(5), Duration.ofSeconds(3), 1, Duration.ofMillis(10), 5));
    int bar = answer.indexOf('|');
    boolean interim = answer.startsWith("103");
    String begin = interim ? "HTTP/1.1 " : "HTTP/1.1 " + answer.substring(0, bar);
    String again = interim ? answer.substring(0, bar) : answer.substring(bar + 1);
    try (Endless endless = new Endless(begin, again)) {
      Instant begun = Instant.now();
      assertThatThrownBy(() -> fetched(endless.address(), Map.of()))
          .isInstanceOf(SourceFailed.class);
      assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(30));
    }
  }

  /// Answers each connection with a text, and then with another one over and over.
  private static final class Endless implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());

    Endless(String begin, String again) throws IOException {
      Thread.ofVirtual()
          .start(() -> {
            while (!listening.isClosed()) {
              try (Socket socket = listening.accept();
                  OutputStream out = socket.getOutputStream()) {
                out.write(begin.getBytes(UTF_8));
                byte[] more = again.repeat(100).getBytes(UTF_8);
                while (true) {
                  out.write(more);
                }
              } catch (IOException _) {
                // The caller has heard enough.
              }
            }
          });
    }

    URI address() {
      return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/feed");
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }

  @Test
  void a_compressed_bomb_ends_when_it_is_read() throws IOException {
    site.at("/feed", exchange -> Site.send(exchange, 200, Site.gzip(new byte[10_000_000])));
    ArchivedRun kept = fetched("/feed", Map.of());
    assertThatThrownBy(() -> text(kept))
        .hasMessageContaining("more than 100000 bytes when unpacked");
  }

  @Test
  void redirects_are_followed_and_loops_are_not() throws IOException {
    site.at("/old", exchange -> redirect(exchange, "/new")).at("/new", "here");
    assertThat(text(fetched("/old", Map.of()))).isEqualTo("here");
    site.at("/loop", exchange -> redirect(exchange, "/loop"));
    failsFor("/loop", "redirects more than 5 times");
  }

  @Test
  void what_headers_hold_goes_to_no_other_host() throws IOException {
    rule = RedirectRule.allowing(List.of("127.0.0.1"));
    try (Site other = Site.open()) {
      other.at("/feed", "there");
      site.at("/away", exchange -> redirect(exchange, other.address("/feed").toString()))
          .at("/round", exchange -> redirect(exchange, "/away"));
      assertThat(text(fetched("/round", Map.of("Authorization", "Bearer secret"))))
          .isEqualTo("there");
      assertThat(site.asked.getLast().getFirst("Authorization")).isEqualTo("Bearer secret");
      assertThat(other.asked.getFirst()).doesNotContainKey("Authorization");
      assertThat(other.asked.getFirst()).containsKey("User-agent");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::ffff:127.0.0.1]",
        "[::1]", "[::]", "0.0.0.0", "localhost", "localhost.", "[64:ff9b::7f00:1]",
        "[::127.0.0.1]", "169.254.169.254", "[fe80::1]"
      })
  void a_redirect_leads_to_no_machine_nearby(String host) throws IOException {
    try (Site nearby = Site.open()) {
      nearby.at("/secret", "a secret of this machine");
      site.at(
          "/feed",
          exchange ->
              redirect(
                  exchange, "http://" + host + ":" + nearby.address("").getPort() + "/secret"));
      assertThatThrownBy(() -> fetched("/feed", Map.of()))
          .isInstanceOf(SourceFailed.class)
          .hasMessageNotContaining("a secret");
      assertThat(nearby.asked).isEmpty();
    }
  }

  @Test
  void a_redirect_to_an_address_nearby_names_the_remedy() {
    site.at("/feed", exchange -> redirect(exchange, "http://169.254.169.254/latest"));
    failsFor("/feed", "is not a public address (169.254.169.254). If that is intended");
    failsFor("/feed", "allowRedirectsTo");
  }

  /// A name that is public when it is checked, and means this machine when it is connected to.
  @Test
  void a_name_that_changes_its_meaning_leads_nowhere_else() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    fetcher.close();
    fetcher =
        new Fetcher(
            "m",
            Duration.ZERO,
            new Fetcher.Bounds(
                Duration.ofMillis(300), Duration.ofSeconds(2), 1, Duration.ofMillis(10), 5),
            host ->
                List.of(
                    host.equals("rebinds.example") && asked.getAndIncrement() == 0
                        ? InetAddress.ofLiteral("2001:200::1")
                        : InetAddress.getLoopbackAddress()));
    try (Site nearby = Site.open()) {
      nearby.at("/secret", "a secret of this machine");
      site.at(
          "/feed",
          exchange ->
              redirect(
                  exchange, "http://rebinds.example:" + nearby.address("").getPort() + "/secret"));
      assertThatThrownBy(() -> fetched("/feed", Map.of())).isInstanceOf(SourceFailed.class);
      assertThat(nearby.asked).isEmpty();
      assertThat(asked).hasValue(1);
    }
  }

  /// The name in the operator's own address: public at the first look, then this machine.
  @Test
  void a_host_that_was_public_does_not_become_this_machine() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    fetcher.close();
    fetcher =
        new Fetcher(
            "m",
            Duration.ZERO,
            new Fetcher.Bounds(
                Duration.ofMillis(300), Duration.ofSeconds(5), 2, Duration.ofMillis(10), 5),
            _ ->
                List.of(
                    asked.getAndIncrement() == 0
                        ? InetAddress.ofLiteral("2001:200::1")
                        : InetAddress.getLoopbackAddress()));
    site.at("/secret", "a secret of this machine");
    URI address = URI.create("http://rebinds.example:" + site.address("").getPort() + "/secret");
    failsFor(address, "had a public address before, and has none now (127.0.0.1)");
    failsFor(address, "allowRedirectsTo");
    assertThat(site.asked).isEmpty();
    rule = RedirectRule.allowing(List.of("rebinds.example"));
    assertThat(text(fetched(address, Map.of()))).isEqualTo("a secret of this machine");
  }

  /// The public address is tried first and refuses, so that the next one is tried.
  @Test
  void a_public_name_that_also_means_this_machine_means_the_public_one() throws IOException {
    fetcher.close();
    fetcher =
        new Fetcher(
            "m",
            Duration.ZERO,
            new Fetcher.Bounds(
                Duration.ofMillis(300), Duration.ofSeconds(2), 1, Duration.ofMillis(10), 5),
            _ -> List.of(InetAddress.ofLiteral("2001:200::1"), InetAddress.getLoopbackAddress()));
    site.at("/secret", "a secret of this machine");
    URI address = URI.create("http://both.example:" + site.address("").getPort() + "/secret");
    assertThatThrownBy(() -> fetched(address, Map.of())).isInstanceOf(SourceFailed.class);
    assertThat(site.asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.0/8", "127.0.0.1", "localhost", "LOCALHOST."})
  void an_operator_may_allow_a_redirect(String allowed) throws IOException {
    rule = RedirectRule.allowing(List.of(allowed));
    try (Site nearby = Site.open()) {
      nearby.at("/feed", "here");
      site.at(
          "/feed",
          exchange ->
              redirect(exchange, "http://localhost:" + nearby.address("").getPort() + "/feed"));
      assertThat(text(fetched("/feed", Map.of()))).isEqualTo("here");
    }
  }

  @Test
  void a_redirect_brings_no_user_along() {
    site.at("/feed", exchange -> redirect(exchange, "http://a:secret@example.org/feed"));
    assertThatThrownBy(() -> fetched("/feed", Map.of()))
        .hasMessageContaining("redirects to an address with a user")
        .hasMessageNotContaining("secret");
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

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc/passwd", "ftp://example.org/feed", "http:///feed", "", "::"})
  void a_redirect_leads_to_an_address_of_the_web_or_nowhere(String to) {
    site.at("/feed", exchange -> redirect(exchange, to));
    failsFor("/feed", "redirects to an invalid URL");
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
  void a_secret_that_cannot_be_sent_is_not_told() {
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
    fetcher.close();
    fetcher = new Fetcher("m", Duration.ofMillis(300), SHORT);
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
    site.at("/feed", FetcherTest::endless);
    failsFor("/feed", "larger than");
    try (Stream<Path> left = Files.list(home.resolve("runs"))) {
      assertThat(left).containsExactly(home.resolve("runs/latest"));
    }
  }

  private static void endless(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    spout(exchange);
  }

  private static void spout(HttpExchange exchange) throws IOException {
    byte[] chunk = new byte[10_000];
    while (!Thread.currentThread().isInterrupted()) {
      exchange.getResponseBody().write(chunk);
    }
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    exchange.sendResponseHeaders(302, -1);
  }

  private Fetcher.Wanted wanted(
      String path, Map<String, String> headers, ArchivedRun.@Nullable Sent before) {
    return new Fetcher.Wanted(site.address(path), headers, before, rule, MOST);
  }

  private ArchivedRun fetched(String path, Map<String, String> headers) throws IOException {
    return fetched(site.address(path), headers);
  }

  private ArchivedRun fetched(URI address, Map<String, String> headers) throws IOException {
    FolderTree.delete(home.resolve("runs/" + RUN));
    try (ArchivedRunDraft deposit = new RawInputArchive(home).begin(RUN)) {
      assertThat(fetcher.fetch(new Fetcher.Wanted(address, headers, null, rule, MOST), deposit))
          .isTrue();
      return deposit.seal(
          "p", new ReadingOptions(null, null, null, null, null), Instant.EPOCH, MOST);
    }
  }

  private void failsFor(String path, String why) {
    failsFor(site.address(path), why);
  }

  private void failsFor(URI address, String why) {
    assertThatThrownBy(() -> fetched(address, Map.of()))
        .isInstanceOf(SourceFailed.class)
        .hasMessageContaining(why);
  }

  public static String text(ArchivedRun kept) throws IOException {
    try (InputStream in = kept.parts().getFirst().open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
