package org.marquee.fire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// An operator who imports the next feed and creates a key, again and again, and remembers what the
/// product acknowledged. What fails is tried again, as a schedule would.
final class Changes implements AutoCloseable {
  private static final Duration SEEN = Duration.ofSeconds(20);

  private final Scene scene;
  private final Load load;
  private final List<Product.Where> ways;
  private final List<Node> nodes;
  private final List<Product.Key> keys = new ArrayList<>();
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
        if (turn % 2 == 0 && round + 1 < Book.ROUNDS) {
          ingest(way);
        } else {
          Product.Key key = scene.product().key(way);
          synchronized (keys) {
            keys.add(key);
          }
        }
        lastAcknowledged = System.nanoTime();
        acknowledged.incrementAndGet();
      } catch (IOException e) {
        System.err.println("  a change failed: " + lastLine(e));
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  private void ingest(Product.Where way) throws IOException, InterruptedException {
    load.mayBe(round + 1);
    scene.product().ingest(way, scene.book().feed(round + 1));
    round++;
  }

  private static String lastLine(IOException e) {
    return String.valueOf(e.getMessage()).lines().reduce("", (_, last) -> last);
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
      for (Product.Key each : keys) {
        try {
          Waiting.until("a key is valid", Duration.ofSeconds(5), () -> answers(node, each));
        } catch (IOException _) {
          System.err.println("  the key " + each.id() + " is not valid");
          lost++;
        }
      }
    }
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

  private boolean answers(Node node, Product.Key key) throws IOException {
    try (Line line = new Line(node.api(), key.secret())) {
      return line.get(scene.book().telling()).status() == 200;
    }
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
