package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.handler.Handler;

/// A server that closes answers what it has taken.
@NullMarked
@SuppressWarnings("try") // closing in the middle is what some of these facts are about
class DrainTest {
  private static final int CLIENTS = 8;

  @Test
  void no_client_in_a_loop_loses_an_answer() throws Exception {
    for (int round = 0; round < 5; round++) {
      HttpServer server = Echo.start();
      Queue<String> failures = new ConcurrentLinkedQueue<>();
      AtomicInteger answers = new AtomicInteger();
      AtomicBoolean closing = new AtomicBoolean();
      AtomicBoolean over = new AtomicBoolean();
      List<Thread> clients = new ArrayList<>();
      for (int at = 0; at < CLIENTS; at++) {
        boolean keepsAlive = at % 2 == 0;
        clients.add(
            Thread.startVirtualThread(() -> {
              while (!over.get() && ask(server, keepsAlive, closing, answers, failures)) {
                Thread.onSpinWait();
              }
            }));
      }
      while (answers.get() < 20 * CLIENTS) {
        Thread.sleep(1);
      }
      closing.set(true);
      server.close();
      over.set(true);
      for (Thread client : clients) {
        client.join();
      }
      assertThat(failures).isEmpty();
    }
  }

  /// Asks until the connection ends, as the server said before.
  ///
  /// A connection that is made while the port closes may be reset before its first answer: the
  /// system resets connections that nobody accepted, and Java cannot prevent it. All others count.
  ///
  /// @return false once nobody listens
  private static boolean ask(
      HttpServer server,
      boolean keepsAlive,
      AtomicBoolean closing,
      AtomicInteger answers,
      Queue<String> failures) {
    boolean counts = true;
    boolean connected = false;
    try (Wire wire = Wire.to(server)) {
      connected = true;
      counts = !closing.get();
      boolean goodbye = false;
      while (!goodbye) {
        wire.send(get("/a", keepsAlive ? "" : "Connection: close\r\n"));
        Wire.Answer answer = wire.read();
        answers.incrementAndGet();
        counts = true;
        if (answer.status() != 200) {
          failures.add("status " + answer.status());
        }
        goodbye = answer.all("Connection").contains("close");
      }
      return true;
    } catch (ConnectException _) {
      return false;
    } catch (IOException e) {
      if (connected && counts) {
        failures.add(e.toString());
      }
      return !connected || !counts;
    }
  }

  @Test
  void clients_that_nobody_has_taken_yet_are_answered() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    // The only loop takes the clients and is busy, so new clients queue.
    HttpServer server =
        HttpServer.start(
            Echo.settings()
                .withEventLoops(1)
                .withConnections(ConnectionLimits.withoutShares(1_000)),
            (request, reply) -> {
              if (request.target().equals("/block")) {
                asked.countDown();
                try {
                  blocked.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
              reply.send(Echo.text("here"));
            });
    List<Wire> waiting = new ArrayList<>();
    try (Wire blocking = Wire.to(server)) {
      blocking.send(get("/block", ""));
      asked.await();
      for (int at = 0; at < 50; at++) {
        waiting.add(Wire.to(server).send(get("/a", "")));
      }
      Wire late = Wire.to(server);
      waiting.add(late);
      server.announceStop();
      Thread closing = Thread.ofPlatform().start(server::close);
      blocked.countDown();
      assertThat(blocking.read().status()).isEqualTo(200);
      late.send(get("/a", ""));
      for (Wire each : waiting) {
        Wire.Answer answer = each.read();
        assertThat(answer.text()).isEqualTo("here");
        assertThat(answer.one("Connection")).isEqualTo("close");
        each.close();
      }
      closing.join();
    }
  }

  @Test
  void pipelined_requests_are_answered_and_the_last_answer_closes() throws Exception {
    BlockingQueue<Handler.Reply> replies = new LinkedBlockingQueue<>();
    HttpServer server = HttpServer.start(Echo.settings(), (_, reply) -> replies.add(reply));
    try (Wire wire = Wire.to(server)) {
      wire.send(get("/a", "") + get("/b", ""));
      Handler.Reply first = replies.take();
      wire.send(get("/c", ""));
      Thread closing = Thread.ofPlatform().start(server::close);
      awaitRefused(server);
      wire.send(get("/d", ""));
      Thread.sleep(100);
      first.send(Echo.text("a"));
      for (String text : List.of("b", "c", "d")) {
        replies.take().send(Echo.text(text));
      }
      for (String text : List.of("a", "b", "c")) {
        Wire.Answer answer = wire.read();
        assertThat(answer.text()).isEqualTo(text);
        assertThat(answer.all("Connection")).isEmpty();
      }
      Wire.Answer last = wire.read();
      assertThat(last.text()).isEqualTo("d");
      assertThat(last.one("Connection")).isEqualTo("close");
      assertThat(wire.isEnded()).isTrue();
      wire.close();
      closing.join();
    }
  }

  @Test
  void a_request_that_is_on_its_way_is_answered() throws Exception {
    HttpServer server = Echo.start();
    try (Wire silent = Wire.to(server);
        Wire begun = Wire.to(server);
        Wire kept = Wire.to(server)) {
      begun.send("GET /b HTTP/1.1\r\n");
      assertThat(kept.send(get("/a", "")).read().all("Connection")).isEmpty();
      Thread closing = Thread.ofPlatform().start(server::close);
      awaitRefused(server);
      silent.send(get("/c", ""));
      kept.send(get("/d", ""));
      begun.send("Host: a\r\n\r\n");
      for (Wire each : List.of(silent, kept, begun)) {
        Wire.Answer answer = each.read();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.one("Connection")).isEqualTo("close");
        each.close();
      }
      closing.join();
    }
  }

  @Test
  void a_server_that_will_stop_closes_with_each_answer_and_still_takes_connections()
      throws Exception {
    try (HttpServer server = Echo.start();
        Wire kept = Wire.to(server)) {
      assertThat(kept.send(get("/a", "")).read().all("Connection")).isEmpty();
      server.announceStop();
      assertThat(kept.send(get("/b", "")).read().one("Connection")).isEqualTo("close");
      assertThat(kept.isEnded()).isTrue();
      assertThat(Wire.ask(server, get("/c", "")).status()).isEqualTo(200);
    }
  }

  private static void awaitRefused(HttpServer server) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (System.nanoTime() < end) {
      try (Socket _ = new Socket(server.address().getAddress(), server.address().getPort())) {
        Thread.sleep(5);
      } catch (ConnectException _) {
        return;
      } catch (IOException _) {
        // Connected in the moment in which the port closed.
      }
    }
    throw new AssertionError("the port is still open");
  }

  private static String get(String target, String more) {
    return "GET " + target + " HTTP/1.1\r\nHost: a\r\n" + more + "\r\n";
  }
}
