package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.body.Delivery;
import org.marquee.http.connection.Answered;
import org.marquee.http.connection.Observer;
import org.marquee.http.handler.Handler;

/// How a server starts, closes and reports its answers.
@NullMarked
@SuppressWarnings("try") // closing in the middle is what some of these facts are about
class HttpServerTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  @Test
  void closing_ends_silent_connections_and_lets_a_request_in_flight_finish() throws Exception {
    BlockingQueue<Handler.Reply> replies = new LinkedBlockingQueue<>();
    HttpServer server = HttpServer.start(Echo.settings(), (_, reply) -> replies.add(reply));
    try (Wire busy = Wire.to(server);
        Wire idle = Wire.to(server)) {
      busy.send(get("/a"));
      Handler.Reply reply = replies.take();
      Thread closing = Thread.ofPlatform().start(server::close);
      assertThat(idle.isEnded()).isTrue();
      assertThat(eventuallyRefused(server)).isTrue();
      reply.send(Echo.text("late"));
      Wire.Answer answer = busy.read();
      assertThat(answer.text()).isEqualTo("late");
      assertThat(answer.one("Connection")).isEqualTo("close");
      assertThat(busy.isEnded()).isTrue();
      busy.close();
      closing.join();
    }
  }

  /// The JDK gives a closed port back only when its selector has looked once more.
  private static boolean eventuallyRefused(HttpServer server) throws Exception {
    for (int attempt = 0; attempt < 1_000; attempt++) {
      try (Wire _ = Wire.to(server)) {
        Thread.sleep(10);
      } catch (ConnectException _) {
        return true;
      }
    }
    return false;
  }

  @Test
  void closing_does_not_wait_for_ever() throws Exception {
    CountDownLatch taken = new CountDownLatch(1);
    HttpServer server =
        HttpServer.start(
            Echo.settings().withTimes(Times.drain(SHORT)), (_, _) -> taken.countDown());
    try (Wire busy = Wire.to(server)) {
      busy.send(get("/a"));
      taken.await();
      server.close();
      assertThat(busy.isEnded()).isTrue();
    }
  }

  @Test
  void a_reply_to_a_client_that_is_gone_is_harmless() throws Exception {
    BlockingQueue<Handler.Reply> replies = new LinkedBlockingQueue<>();
    try (HttpServer server = HttpServer.start(Echo.settings(), (_, reply) -> replies.add(reply))) {
      try (Wire wire = Wire.to(server)) {
        wire.socket.setSoLinger(true, 0);
        wire.send(get("/a"));
        Handler.Reply reply = replies.take();
        wire.close();
        reply.send(Echo.text("nobody"));
      }
      try (Wire wire = Wire.to(server)) {
        wire.send(get("/b"));
        Handler.Reply reply = replies.take();
        reply.send(Echo.text("first"));
        reply.send(Echo.text("second"));
        assertThat(wire.read().text()).isEqualTo("first");
        wire.send(get("/c"));
        replies.take().send(Echo.text("third"));
        assertThat(wire.read().text()).isEqualTo("third");
      }
    }
  }

  @Test
  void a_port_that_is_taken_is_named() throws IOException {
    try (HttpServer server = Echo.start()) {
      InetSocketAddress taken = server.address();
      assertThatThrownBy(() -> HttpServer.start(ServerSettings.at(taken), new Echo()))
          .isInstanceOf(IOException.class)
          // In between stands what the system says, in its language.
          .hasMessageMatching(
              "cannot listen on 127.0.0.1 port %d: \\S.*\\. Give another address or port"
                  .formatted(taken.getPort()));
    }
  }

  @Test
  void the_observer_hears_of_every_answer() throws IOException {
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    Observer observer =
        new Observer() {
          @Override
          public void answers(Answered answer) {
            heard.add(
                "%s %s %s"
                    .formatted(
                        answer.request() == null ? "?" : answer.request().path(),
                        answer.status(),
                        answer.nanos() >= 0));
          }

          @Override
          public void ended(Answered answer, long bytes, Delivery delivery) {
            heard.add(answer.status() + " " + delivery + " " + (bytes > 150));
          }
        };
    try (HttpServer server = HttpServer.start(Echo.settings().withObserver(observer), new Echo())) {
      assertThat(Wire.ask(server, get("/a")).status()).isEqualTo(200);
      assertThat(Wire.ask(server, "bad\r\n\r\n").status()).isEqualTo(400);
    }
    assertThat(heard)
        .containsExactlyInAnyOrder("[a] 200 true", "200 SENT true", "? 400 true", "400 SENT true");
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }
}
