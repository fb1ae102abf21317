package org.marquee.fire;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.marquee.rig.Node;
import org.marquee.rig.Product;

/// The same nodes through one accident of their database after the other, while callers ask them
/// and an operator makes changes.
final class Trial {
  private static final Duration LONGEST = Duration.ofSeconds(100);
  private static final Duration QUIET = Duration.ofSeconds(3);

  /// Changes before an accident: an import and two keys.
  private static final int BEFORE = 3;

  private final Scene scene;
  private final List<Product.Where> ways;
  private final List<Node> nodes;
  private final String key;
  private int round;

  private Trial(Scene scene, List<Product.Where> ways, List<Node> nodes, String key) {
    this.scene = scene;
    this.ways = ways;
    this.nodes = nodes;
    this.key = key;
  }

  /// Makes the first import and a key for the callers, and starts the nodes.
  ///
  /// @param ways to the database that take changes
  /// @param served the ways that a node each serves from
  static Trial start(Scene scene, List<Product.Where> ways, List<Product.Where> served)
      throws IOException, InterruptedException {
    scene.operator().ingest(ways.getFirst(), scene.book().feed(0));
    String key = scene.operator().organization(ways.getLast());
    List<Node> nodes = new ArrayList<>();
    for (Product.Where where : served) {
      nodes.add(
          scene.with(
              Node.start(
                  scene.product(), where, Node.Ports.free(), scene.fresh("node.log"), Map.of())));
    }
    return new Trial(scene, ways, nodes, key);
  }

  /// What happens to the database, or puts it right again.
  @FunctionalInterface
  interface Accident {
    void happen() throws Exception;
  }

  /// Has one accident happen and adds its row.
  void run(String what, Accident accident) throws Exception {
    run(what, accident, () -> {});
  }

  /// As above.
  ///
  /// @param repair what has to be done before the next one
  void run(String what, Accident accident, Accident repair) throws Exception {
    Load load =
        scene.with(
            Load.start(
                nodes.stream().map(Node::api).toList(), key, scene.book(), scene.loadLog(), round));
    Changes changes = scene.with(Changes.start(scene, load, ways, nodes, round));
    changes.awaitMore(BEFORE, 0, LONGEST);
    changes.revoke(ways.getFirst());
    long start = System.nanoTime();
    accident.happen();
    long recovered = changes.awaitMore(ways.size(), changes.acknowledged(), LONGEST);
    Thread.sleep(QUIET);
    int lost = changes.stopAndCount(key);
    repair.happen();
    scene.add(
        new Row(
            what, load.stop(), Duration.ofNanos(recovered - start), changes.acknowledged(), lost));
    round = changes.round();
  }
}
