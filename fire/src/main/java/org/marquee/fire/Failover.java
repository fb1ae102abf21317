package org.marquee.fire;

import java.time.Duration;
import java.util.List;
import org.marquee.rig.Product;
import org.marquee.rig.Waiting;

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
    Product.Where door = scene.home(cluster.throughDoor());
    Product.Where hosts = scene.home(cluster.byHosts("read-write"));
    Product.Where standby = scene.home(cluster.byHosts("standby"));
    Trial trial = Trial.start(scene, List.of(door, hosts), List.of(door, hosts, standby));
    run(trial, cluster, "switched over", _ -> cluster.switchOver(), _ -> {});
    run(trial, cluster, "power cut", Host::cutPower, cluster::restart);
    // The watchdog resets a host that was frozen for too long (docs/database.md).
    run(trial, cluster, "frozen", Host::freeze, cluster::reset);
    run(trial, cluster, "cut off", Host::cutOff, Host::reconnect);
  }

  /// @param repair puts the host back afterwards
  private static void run(
      Trial trial, Cluster cluster, String what, Accident accident, Accident repair)
      throws Exception {
    Waiting.until("the cluster is whole", LONGEST, cluster::isWhole);
    Host primary = cluster.primary();
    trial.run(
        "primary of a cluster: " + what,
        () -> accident.happen(primary),
        () -> repair.happen(primary));
  }
}
