package org.marquee.fire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.marquee.rig.Line;
import org.marquee.rig.Node;
import org.marquee.rig.Product;
import org.marquee.rig.Program;
import org.marquee.rig.Waiting;

/// An operator who imports the next feed, creates keys and revokes the oldest, again and again, and
/// remembers what the product acknowledged. A failed change is tried again, as a schedule would.
final class Changes implements AutoCloseable {
  private static final Duration SEEN = Duration.ofSeconds(20);

  /// In turn, so that there are more keys than are revoked: import, key, key, revocation, key.
  private static final int KINDS = 5;

  private static final int IMPORT = 0;
  private static final int REVOCATION = 3;

  private final Scene scene;
  private final Load load;
  private final List<Product.Where> ways;
  private final List<Node> nodes;
  private final KeyWatch keys;
  private final Thread thread;
  private volatile boolean stopped;
  private final AtomicInteger acknowledged = new AtomicInteger();
  private volatile long lastAcknowledged;
  private int round;

  private Changes(Scene scene, Load load, List<Product.Where> ways, List<Node> nodes, int round) {
    this.scene = scene;
    this.load = load;
    this.ways = ways;
    this.nodes = nodes;
    this.round = round;
    this.keys = KeyWatch.start(nodes, scene.book().telling());
    this.thread = Thread.ofPlatform().daemon().name("changes").unstarted(this::run);
  }

  /// Begins to make changes.
  ///
  /// @param ways to the same database, used in turn
  /// @param nodes that must answer with each change
  /// @param round the import that was made last
  static Changes start(
      Scene scene, Load load, List<Product.Where> ways, List<Node> nodes, int round) {
    Changes changes = new Changes(scene, load, ways, nodes, round);
    changes.thread.start();
    return changes;
  }

  private void run() {
    for (int turn = 0; !stopped; turn++) {
      Product.Where way = ways.get(turn % ways.size());
      try {
        one(turn % KINDS, way);
      } catch (IOException e) {
        System.err.println(
            "  a change failed: " + Program.lastLine(String.valueOf(e.getMessage())));
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  private void one(int kind, Product.Where way) throws IOException, InterruptedException {
    if (kind == IMPORT && round + 1 < Book.ROUNDS) {
      ingest(way);
    } else if (kind == REVOCATION) {
      keys.revokeOldest(id -> scene.operator().revoke(way, id));
    } else {
      keys.add(scene.operator().key(way));
    }
    lastAcknowledged = System.nanoTime();
    acknowledged.incrementAndGet();
  }

  /// Revokes a key now, besides the other changes; returns when that is acknowledged.
  void revoke(Product.Where way) throws IOException, InterruptedException {
    one(REVOCATION, way);
  }

  private void ingest(Product.Where way) throws IOException, InterruptedException {
    load.mayBe(round + 1);
    scene.operator().ingest(way, scene.book().feed(round + 1));
    round++;
  }

  /// How many changes the product has confirmed so far.
  int acknowledged() {
    return acknowledged.get();
  }

  /// The import that was acknowledged last.
  int round() {
    return round;
  }

  /// Waits until so many more changes are acknowledged than `before`.
  ///
  /// @return when the last of them was, by [System#nanoTime]
  long awaitMore(int more, int before, Duration longest) throws IOException, InterruptedException {
    Waiting.until("a change is made", longest, () -> acknowledged.get() >= before + more);
    return lastAcknowledged;
  }

  /// Stops making changes and waits until every node answers with the last import.
  ///
  /// @return how many of the acknowledged changes are missing on a node
  int stopAndCount(String key) throws IOException, InterruptedException {
    close();
    int lost = 0;
    for (Node node : nodes) {
      try {
        Waiting.until("import " + round + " is seen", SEEN, () -> shows(node.api(), key, round));
      } catch (IOException e) {
        System.err.println("  " + e.getMessage());
        lost++;
      }
    }
    lost += keys.stopAndCount(lastAcknowledged);
    load.mustBe(round);
    return lost;
  }

  /// Whether a node answers with the import of a round.
  private boolean shows(InetSocketAddress api, String key, int wanted) throws IOException {
    try (Line line = new Line(api, key)) {
      String question = scene.book().telling();
      Line.Answer answer = line.get(question);
      return answer.status() == 200
          && scene.book().isRight(question, answer.body(), wanted, wanted);
    }
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
      keys.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
