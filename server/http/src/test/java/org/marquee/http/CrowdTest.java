package org.marquee.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.admission.Acceptor;
import org.marquee.http.admission.ConnectionLimits;
import org.marquee.http.admission.ForwardedField;
import org.marquee.http.admission.OpenConnections;
import org.marquee.http.admission.Proxies;
import org.marquee.http.handler.Handler;

/// Which connections are admitted when there are more than a server takes.
@NullMarked
@SuppressWarnings("try") // some connections only have to be there
class CrowdTest {
  private static final String REQUEST = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

  private static HttpServer start(ConnectionLimits limits, Handler handler) throws IOException {
    return HttpServer.start(Echo.settings().withConnections(limits), handler);
  }

  private static HttpServer start(int most) throws IOException {
    return start(ConnectionLimits.withoutShares(most), new Echo());
  }

  /// A client that has asked once and keeps its connection.
  private static Wire served(HttpServer server) throws IOException {
    Wire wire = Wire.to(server);
    ask(wire);
    return wire;
  }

  private static void ask(Wire wire) throws IOException {
    assertThat(wire.send(REQUEST).read().status()).isEqualTo(200);
  }

  private static Wire silent(HttpServer server) throws IOException {
    int before = server.connections().open();
    Wire wire = Wire.to(server);
    Instant end = Instant.now().plusSeconds(10);
    while (server.connections().open() == before && Instant.now().isBefore(end)) {
      Thread.onSpinWait();
    }
    return wire;
  }

  @Test
  void the_oldest_that_never_spoke_makes_room() throws IOException {
    try (HttpServer server = start(4);
        Wire old = served(server);
        Wire first = silent(server);
        Wire second = silent(server);
        Wire third = silent(server);
        Wire newcomer = served(server)) {
      assertThat(first.isEnded()).isTrue();
      for (Wire wire : List.of(old, second, third, newcomer)) {
        ask(wire);
      }
      assertThat(server.connections().open()).isEqualTo(4);
      assertThat(server.connections().closedSilent()).isOne();
      assertThat(server.connections().closedIdle()).isZero();
    }
  }

  @Test
  void where_all_have_spoken_the_longest_idle_makes_room() throws IOException {
    try (HttpServer server = start(3);
        Wire first = served(server);
        Wire second = served(server);
        Wire third = served(server)) {
      ask(first);
      try (Wire newcomer = served(server)) {
        assertThat(second.isEnded()).isTrue();
        for (Wire wire : List.of(first, third, newcomer)) {
          ask(wire);
        }
      }
      assertThat(server.connections().closedIdle()).isOne();
    }
  }

  @Test
  void silent_ones_keep_nobody_out_however_many_they_are() throws IOException {
    List<Wire> crowd = new ArrayList<>();
    try (HttpServer server = start(20);
        Wire old = served(server)) {
      for (int count = 0; count < 100; count++) {
        crowd.add(Wire.to(server));
        if (count % 10 == 0) {
          served(server).close();
          ask(old);
        }
      }
      assertThat(server.connections().open()).isLessThanOrEqualTo(20);
      assertThat(server.connections().refusedFull()).isZero();
    } finally {
      crowd.forEach(Wire::close);
    }
  }

  @Test
  void half_a_request_does_not_hold_a_place_and_gets_the_reason() throws Exception {
    try (HttpServer server = start(1);
        Wire slow = silent(server)) {
      slow.send("HEAD / HTTP/1.1\r\nHo");
      Thread.sleep(1_000); // until the server has seen it
      try (Wire newcomer = served(server)) {
        Wire.Answer answer = slow.readHead();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(slow.rest()).isEmpty();
        ask(newcomer);
      }
    }
  }

  @Test
  void while_all_are_at_work_newcomers_are_503() throws Exception {
    BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    Handler slow = (_, reply) -> work.add(() -> reply.send(Echo.text("done")));
    try (HttpServer server = start(ConnectionLimits.withoutShares(2), slow);
        Wire first = Wire.to(server);
        Wire second = Wire.to(server)) {
      first.send(REQUEST);
      second.send(REQUEST);
      List<Runnable> owed = List.of(take(work), take(work));
      try (Wire refused = Wire.to(server)) {
        Wire.Answer answer = refused.send(REQUEST).read();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.one("Connection")).isEqualTo("close");
        assertThat(Integer.parseInt(answer.one("Retry-After"))).isPositive();
        assertThat(answer.text()).contains("\"code\":\"database_unavailable\"");
        assertThat(refused.isEnded()).isTrue();
      }
      try (Wire refused = Wire.to(server)) {
        assertThat(refused.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n").readHead().status())
            .isEqualTo(503);
        assertThat(refused.rest()).isEmpty();
      }
      try (Wire refused = Wire.to(server)) {
        assertThat(refused.isEnded()).as("a client that sends nothing").isTrue();
      }
      assertThat(server.connections().refusedFull()).isEqualTo(3);
      owed.forEach(Runnable::run);
      assertThat(first.read().text()).isEqualTo("done");
      assertThat(second.read().text()).isEqualTo("done");
      try (Wire newcomer = Wire.to(server)) {
        newcomer.send(REQUEST);
        take(work).run();
        assertThat(newcomer.read().text()).isEqualTo("done");
      }
    }
  }

  @Test
  void those_who_are_refused_take_few_places_themselves() throws Exception {
    BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    Handler slow = (_, reply) -> work.add(() -> reply.send(Echo.text("done")));
    List<Wire> crowd = new ArrayList<>();
    try (HttpServer server = start(ConnectionLimits.withoutShares(1), slow);
        Wire busy = Wire.to(server)) {
      busy.send(REQUEST);
      Runnable owed = take(work);
      for (int count = 0; count < 60; count++) {
        crowd.add(Wire.to(server));
      }
      for (Wire wire : crowd) {
        assertThat(isClosed(wire)).isTrue();
      }
      owed.run();
      assertThat(busy.read().text()).isEqualTo("done");
    } finally {
      crowd.forEach(Wire::close);
    }
  }

  private static boolean isClosed(Wire wire) throws IOException {
    try {
      return wire.isEnded();
    } catch (SocketException _) {
      return true;
    }
  }

  private static Runnable take(BlockingQueue<Runnable> work) throws InterruptedException {
    Runnable next = work.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was asked");
    }
    return next;
  }

  @Test
  void an_address_with_more_than_its_share_goes_without_harm_to_others() throws IOException {
    InetAddress greedy = InetAddress.getByName("127.0.0.2");
    List<Wire> crowd = new ArrayList<>();
    try (HttpServer server = start(ConnectionLimits.of(8), new Echo());
        Wire silent = silent(server)) {
      for (int count = 0; count < 5; count++) {
        Wire wire = from(greedy, server);
        ask(wire);
        crowd.add(wire);
      }
      assertThat(server.connections().open()).isEqualTo(3);
      assertThat(server.connections().closedIdle()).isEqualTo(3);
      ask(silent);
      ask(crowd.getLast());
      assertThat(crowd.getFirst().isEnded()).isTrue();
    } finally {
      crowd.forEach(Wire::close);
    }
  }

  @Test
  void an_address_whose_share_is_at_work_is_refused_unless_it_is_a_proxy() throws Exception {
    BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    Handler slow = (_, reply) -> work.add(() -> reply.send(Echo.text("done")));
    InetAddress proxy = InetAddress.getByName("127.0.0.3");
    Proxies proxies = new Proxies(proxy::equals, ForwardedField.NONE);
    try (HttpServer server = start(new ConnectionLimits(8, 1, proxies), slow);
        Wire busy = Wire.to(server)) {
      busy.send(REQUEST);
      Runnable owed = take(work);
      try (Wire one = from(proxy, server);
          Wire two = from(proxy, server)) {
        for (Wire wire : List.of(one, two)) {
          wire.send(REQUEST);
          take(work).run();
          assertThat(wire.read().text()).isEqualTo("done");
        }
      }
      try (Wire refused = Wire.to(server)) {
        assertThat(refused.send(REQUEST).read().status()).isEqualTo(503);
      }
      owed.run();
      assertThat(busy.read().text()).isEqualTo("done");
      assertThat(server.connections().refusedAddress()).isOne();
    }
  }

  private static Wire from(InetAddress client, HttpServer server) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(client, 0));
    socket.connect(server.address());
    return Wire.on(socket);
  }

  @Test
  void a_lack_of_descriptors_pauses_the_listener_and_does_not_end_it() {
    OpenConnections connections = new OpenConnections(ConnectionLimits.of(1));
    EmbeddedChannel listener = new EmbeddedChannel(new Acceptor(connections));
    listener.freezeTime();
    listener.pipeline().fireExceptionCaught(new IOException("Too many open files"));
    assertThat(listener.config().isAutoRead()).isFalse();
    assertThat(connections.counts().outOfDescriptors()).isOne();
    listener.advanceTimeBy(1, TimeUnit.SECONDS);
    listener.runScheduledPendingTasks();
    assertThat(listener.config().isAutoRead()).isTrue();
    assertThat(listener.isOpen()).isTrue();
    listener.checkException();
  }
}
