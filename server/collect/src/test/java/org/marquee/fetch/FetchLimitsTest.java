package org.marquee.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.archive.ArchivedRun;
import org.marquee.collect.Wire;
import org.marquee.feed.SourceFailed;

/// Fetching from sites that are slow, endless or cut off.
@NullMarked
class FetchLimitsTest extends Fetching {
  @Test
  void a_server_may_ask_for_no_more_patience_than_there_is_time() {
    site.at(
        "/feed",
        exchange -> {
          exchange.getResponseHeaders().set("Retry-After", "3600");
          exchange.sendResponseHeaders(503, -1);
        });
    failsFor("/feed", "requires a wait longer");
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
  void an_endless_body_is_cut_at_the_limit() {
    site.at("/feed", FetchLimitsTest::endless);
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
  void a_head_that_drips_ends_in_time_and_is_not_asked_for_again() throws IOException {
    replace(
        new Fetcher(
            "m",
            Duration.ZERO,
            new Fetcher.Bounds(
                SHORT.connecting(), Duration.ofMillis(300), SHORT.within(), 3, SHORT.pause(), 5)));
    try (Endless dripping = new Endless("HTTP/1.1 200 OK\r\n", "A: b\r\n", 20)) {
      failsFor(dripping.address(), "did not begin its answer within 300 ms");
      assertThat(dripping.connections.get()).isOne();
    }
  }

  @Test
  void a_slow_drip_ends_in_time() {
    fetchWithin(Duration.ofMillis(500), 3);
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

  /// Endless answers, after `HTTP/1.1 `.
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
    int bar = answer.indexOf('|');
    boolean interim = answer.startsWith("103");
    // Interim answers are read for as long as there is time: the others end by themselves.
    fetchWithin(interim ? Duration.ofMillis(500) : Duration.ofSeconds(3), 1);
    String begin = interim ? "HTTP/1.1 " : "HTTP/1.1 " + answer.substring(0, bar);
    String again = interim ? answer.substring(0, bar) : answer.substring(bar + 1);
    try (Endless endless = new Endless(begin, again.repeat(100), 0)) {
      Instant begun = Instant.now();
      assertThatThrownBy(() -> fetched(endless.address(), Map.of()))
          .isInstanceOf(SourceFailed.class);
      assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(30));
    }
  }

  /// Answers each connection with a text, and then with another one over and over.
  private static final class Endless implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    final AtomicInteger connections = new AtomicInteger();

    /// @param pause between two times, in milliseconds
    Endless(String begin, String again, long pause) throws IOException {
      Thread.ofVirtual()
          .start(() -> {
            while (!listening.isClosed()) {
              try (Socket socket = listening.accept();
                  OutputStream out = socket.getOutputStream()) {
                connections.incrementAndGet();
                out.write(begin.getBytes(UTF_8));
                byte[] more = again.getBytes(UTF_8);
                while (true) {
                  out.write(more);
                  Thread.sleep(pause);
                }
              } catch (IOException | InterruptedException _) {
                // The caller has left.
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

  static void endless(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    spout(exchange);
  }

  private static void spout(HttpExchange exchange) throws IOException {
    byte[] chunk = new byte[10_000];
    while (!Thread.currentThread().isInterrupted()) {
      exchange.getResponseBody().write(chunk);
    }
  }
}
