package org.marquee.fire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Three nodes on one PostgreSQL, which crashes, hangs and is restarted while imports and changes
/// of keys go on.
final class SharedDatabase implements Fault {
  private static final int NODES = 3;
  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Duration AWAY = Duration.ofSeconds(8);
  private static final Duration LONGEST = Duration.ofSeconds(90);

  @Override
  public String name() {
    return "nodes";
  }

  @Override
  public List<Need> needs() {
    return List.of(Need.POSTGRES);
  }

  /// What happens to the database.
  private interface Accident {
    void happen() throws Exception;
  }

  @Override
  public void run(Scene scene) throws Exception {
    Postgres database = scene.with(Postgres.start(scene.fresh("postgres")));
    Product.Where where = new Product.Where(scene.fresh("home"), database.url());
    scene.product().ingest(where, scene.book().feed(0));
    String key = scene.product().organization(where);
    List<Node> nodes = new ArrayList<>();
    for (int number = 0; number < NODES; number++) {
      nodes.add(
          scene.with(
              Node.start(
                  scene.product(), where, Node.Ports.free(), scene.fresh("node.log"), Map.of())));
    }
    int round =
        one(
            scene,
            "PostgreSQL killed, back after 8 s",
            where,
            nodes,
            key,
            0,
            () -> {
              database.kill();
              Thread.sleep(AWAY);
              database.restart();
            });
    one(
        scene,
        "PostgreSQL hangs for 8 s",
        where,
        nodes,
        key,
        round,
        () -> {
          database.signalAll("STOP");
          Thread.sleep(AWAY);
          database.signalAll("CONT");
        });
  }

  private static int one(
      Scene scene,
      String what,
      Product.Where where,
      List<Node> nodes,
      String key,
      int round,
      Accident accident)
      throws Exception {
    Load load =
        scene.with(
            Load.start(
                nodes.stream().map(Node::api).toList(), key, scene.book(), scene.loadLog(), round));
    Changes changes = scene.with(Changes.start(scene, load, List.of(where), nodes, round));
    changes.awaitMore(1, 0, LONGEST);
    long start = System.nanoTime();
    accident.happen();
    long recovered = changes.awaitMore(1, changes.acknowledged(), LONGEST);
    Thread.sleep(QUIET);
    int lost = changes.stopAndCount(key);
    scene.add(
        new Row(
            NODES + " nodes: " + what,
            load.stop(),
            Duration.ofNanos(recovered - start),
            changes.acknowledged(),
            lost));
    return changes.round();
  }
}
