package org.marquee.fire;

import java.time.Duration;
import java.util.List;
import org.marquee.rig.Product;

/// Three nodes on one PostgreSQL, which crashes, hangs and is restarted while imports and changes
/// of keys go on.
final class SharedDatabase implements Fault {
  private static final Duration AWAY = Duration.ofSeconds(8);

  @Override
  public String name() {
    return "nodes";
  }

  @Override
  public List<Need> needs() {
    return List.of(Need.POSTGRES);
  }

  @Override
  public void run(Scene scene) throws Exception {
    Postgres database = scene.with(Postgres.start(scene.fresh("postgres")));
    Product.Where where = scene.home(database.url());
    Trial trial = Trial.start(scene, List.of(where), List.of(where, where, where));
    trial.run(
        "3 nodes: PostgreSQL killed, back after 8 s",
        () -> {
          database.kill();
          Thread.sleep(AWAY);
          database.restart();
        });
    trial.run(
        "3 nodes: PostgreSQL hangs for 8 s",
        () -> {
          database.signalAll("STOP");
          Thread.sleep(AWAY);
          database.signalAll("CONT");
        });
  }
}
