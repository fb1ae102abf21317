package org.marquee.fire;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Three nodes on a cluster of three PostgreSQL hosts while imports and changes of keys go on: one
/// node through haproxy, one by the names of all hosts, one that reads from a standby. The
/// primary's host hands over in order, loses power, freezes, and loses its network.
final class Failover implements Fault {
  private static final Duration LONGEST = Duration.ofSeconds(100);

  @Override
  public String name() {
    return "failover";
  }

  @Override
  public List<Need> needs() {
    return List.of(
        Need.ROOT,
        Need.POSTGRES,
        Need.program("patroni", "patroni"),
        Need.program("etcd", "etcd-server"),
        Need.program("haproxy", "haproxy"));
  }

  /// What happens to the primary's host.
  private interface Accident {
    void happen(Host primary) throws Exception;
  }

  @Override
  public void run(Scene scene) throws Exception {
    Cluster cluster = Cluster.start(scene);
    Product.Where door = new Product.Where(scene.fresh("home"), cluster.throughDoor());
    Product.Where hosts = new Product.Where(scene.fresh("home"), cluster.byHosts("read-write"));
    scene.product().ingest(door, scene.book().feed(0));
    String key = scene.product().organization(hosts);
    Product.Where standby = new Product.Where(scene.fresh("home"), cluster.byHosts("standby"));
    List<Node> nodes = List.of(node(scene, door), node(scene, hosts), node(scene, standby));
    Trial trial = new Trial(scene, cluster, List.of(door, hosts), nodes, key);
    trial.run("switched over", _ -> cluster.switchOver(), _ -> {});
    trial.run("power cut", Host::cutPower, cluster::restart);
    // The watchdog resets a host that was frozen for too long (docs/database.md).
    trial.run("frozen", Host::freeze, cluster::reset);
    trial.run("cut off", Host::cutOff, Host::reconnect);
  }

  private static Node node(Scene scene, Product.Where where) throws Exception {
    return scene.with(
        Node.start(scene.product(), where, Node.Ports.free(), scene.fresh("node.log"), Map.of()));
  }

  /// One accident after the other with the same nodes.
  private static final class Trial {
    private final Scene scene;
    private final Cluster cluster;
    private final List<Product.Where> ways;
    private final List<Node> nodes;
    private final String key;
    private int round;

    Trial(Scene scene, Cluster cluster, List<Product.Where> ways, List<Node> nodes, String key) {
      this.scene = scene;
      this.cluster = cluster;
      this.ways = ways;
      this.nodes = nodes;
      this.key = key;
    }

    /// @param repair puts the host back afterwards
    void run(String what, Accident accident, Accident repair) throws Exception {
      Waiting.until("the cluster is whole", LONGEST, cluster::isWhole);
      Load load =
          scene.with(
              Load.start(
                  nodes.stream().map(Node::api).toList(),
                  key,
                  scene.book(),
                  scene.loadLog(),
                  round));
      Changes changes = scene.with(Changes.start(scene, load, ways, nodes, round));
      changes.awaitMore(3, 0, LONGEST);
      Host primary = cluster.primary();
      changes.revoke(ways.getFirst());
      long start = System.nanoTime();
      accident.happen(primary);
      // One node for each way to the database.
      long recovered = changes.awaitMore(2, changes.acknowledged(), LONGEST);
      int lost = changes.stopAndCount(key);
      repair.happen(primary);
      scene.add(
          new Row(
              "primary of a cluster: " + what,
              load.stop(),
              Duration.ofNanos(recovered - start),
              changes.acknowledged(),
              lost));
      round = changes.round();
    }
  }
}
