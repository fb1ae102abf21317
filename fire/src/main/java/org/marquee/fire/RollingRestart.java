package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.marquee.rig.Node;
import org.marquee.rig.Product;

/// Two nodes behind a load balancer are replaced one after the other: by the same release, and by
/// this release where the release before was running.
final class RollingRestart implements Fault {
  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Map<String, String> SETTINGS = Map.of("MARQUEE_STOP_DELAY", "3s");

  private final Front front;
  private final String before;

  /// @param before folder of the release before, built; empty where there is none
  RollingRestart(Front front, String before) {
    this.front = front;
    this.before = before;
  }

  @Override
  public String name() {
    return "rolling-" + front.program();
  }

  @Override
  public List<Need> needs() {
    return List.of(front.need(), Need.POSTGRES);
  }

  @Override
  public void run(Scene scene) throws Exception {
    roll(scene, scene.product(), "rolling restart of two nodes");
    if (before.isEmpty()) {
      System.err.println("note: no release before this one was found; see before=COMMIT");
    } else {
      scene.clear();
      roll(scene, Product.in(Path.of(before)), "rolling upgrade of two nodes");
    }
  }

  private void roll(Scene scene, Product first, String what) throws Exception {
    Postgres database = scene.with(Postgres.start(scene.fresh("postgres")));
    Product.Where where = scene.home(database.url());
    first.nice().ingest(where, scene.book().feed(0));
    String key = first.nice().organization(where);
    List<Node> nodes = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      nodes.add(scene.with(start(scene, first, where, Node.Ports.free())));
    }
    Front.Running running =
        scene.with(
            front.start(scene.fresh(front.program()), nodes.stream().map(Node::ports).toList()));
    Load load =
        scene.with(Load.start(List.of(running.door()), key, scene.book(), scene.loadLog(), 0));
    Thread.sleep(QUIET);
    for (Node node : nodes) {
      node.program().stop();
      scene.with(start(scene, scene.product(), where, node.ports()));
      Thread.sleep(QUIET);
    }
    scene.add(new Row(what + ", behind " + front.program(), load.stop(), null, 0, 0));
  }

  private static Node start(Scene scene, Product product, Product.Where where, Node.Ports ports)
      throws IOException, InterruptedException {
    return Node.start(product, where, ports, scene.fresh("node.log"), SETTINGS);
  }
}
