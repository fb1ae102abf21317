package org.marquee.http.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// The counts of connections that open, ask and close on many event loops at once.
@NullMarked
class OpenConnectionsTest {
  private static final int MOST = 50;
  private static final int PER_ADDRESS = 15;
  private static final int LOOPS = 8;

  private final OpenConnections open =
      new OpenConnections(new ConnectionLimits(MOST, PER_ADDRESS, Proxies.NONE));

  @Test
  void no_place_is_lost_however_connections_come_and_go() throws Exception {
    List<Queue<CountedConnection>> leaving =
        IntStream.range(0, LOOPS)
            .<Queue<CountedConnection>>mapToObj(_ -> new ConcurrentLinkedQueue<>())
            .toList();
    try (ExecutorService loops = Executors.newFixedThreadPool(LOOPS)) {
      List<Future<?>> running =
          IntStream.range(0, LOOPS)
              .<Future<?>>mapToObj(loop -> loops.submit(() -> run(loop, leaving.get(loop))))
              .toList();
      for (Future<?> each : running) {
        each.get();
      }
    }
    assertThat(open.counts().open()).isZero();
    ConnectionCounts before = open.counts();
    for (int address = 0; address < MOST / PER_ADDRESS; address++) {
      for (int count = 0; count < PER_ADDRESS; count++) {
        assertThat(open.admit(seat(address, new ConcurrentLinkedQueue<>()))).isTrue();
      }
    }
    assertThat(open.counts().closedSilent()).isEqualTo(before.closedSilent());
    assertThat(open.counts().closedIdle()).isEqualTo(before.closedIdle());
  }

  /// What an event loop does with its connections.
  private void run(int loop, Queue<CountedConnection> leaving) {
    Random random = new Random(loop);
    Deque<CountedConnection> own = new ArrayDeque<>();
    for (int step = 0; step < 5_000; step++) {
      CountedConnection newcomer = seat(random.nextInt(6), leaving);
      if (open.admit(newcomer)) {
        own.add(newcomer);
      }
      assertThat(open.counts().open()).isLessThanOrEqualTo(MOST);
      if (!own.isEmpty() && random.nextBoolean()) {
        CountedConnection asking = random.nextBoolean() ? own.getFirst() : own.getLast();
        asking.begin();
        open.spoke(asking);
        if (random.nextInt(4) > 0) {
          asking.progressed();
          asking.rest();
        }
      }
      for (CountedConnection each = leaving.poll(); each != null; each = leaving.poll()) {
        open.remove(each);
      }
      if (own.size() > 20) {
        open.remove(own.removeFirst());
      }
    }
    own.forEach(open::remove);
  }

  private static CountedConnection seat(int address, Queue<CountedConnection> leaving) {
    CountedConnection[] self = new CountedConnection[1];
    self[0] =
        new CountedConnection(
            InetAddress.ofLiteral("192.0.2." + address), () -> leaving.add(self[0]));
    return self[0];
  }
}
