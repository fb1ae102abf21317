package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// PgBouncer between two nodes and PostgreSQL: in session mode it crashes and is started again; in
/// transaction mode no command may start.
final class Pooler implements Fault {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration AWAY = Duration.ofSeconds(5);

  @Override
  public String name() {
    return "pooler";
  }

  @Override
  public List<Need> needs() {
    return List.of(Need.POSTGRES, Need.program("pgbouncer", "pgbouncer"));
  }

  @Override
  public void run(Scene scene) throws Exception {
    Postgres database = scene.with(Postgres.start(scene.fresh("postgres")));
    refuseTransactions(scene, database);
    int port = Waiting.freePort();
    Path folder = Postgres.give(scene.fresh("pgbouncer"));
    Program pooler = scene.with(start(folder, database, port, "session"));
    Product.Where where = new Product.Where(scene.fresh("home"), url(port));
    scene.product().ingest(where, scene.book().feed(0));
    String key = scene.product().organization(where);
    List<Node> nodes = List.of(node(scene, where), node(scene, where));
    Load load =
        scene.with(
            Load.start(
                nodes.stream().map(Node::api).toList(), key, scene.book(), scene.loadLog(), 0));
    Changes changes = scene.with(Changes.start(scene, load, List.of(where), nodes, 0));
    changes.awaitMore(2, 0, LONGEST);
    long start = System.nanoTime();
    pooler.kill();
    Thread.sleep(AWAY);
    scene.with(start(folder, database, port, "session"));
    long recovered = changes.awaitMore(2, changes.acknowledged(), LONGEST);
    int lost = changes.stopAndCount(key);
    scene.add(
        new Row(
            "PgBouncer in session mode killed, back after 5 s",
            load.stop(),
            Duration.ofNanos(recovered - start),
            changes.acknowledged(),
            lost));
  }

  private static Node node(Scene scene, Product.Where where) throws Exception {
    return scene.with(
        Node.start(scene.product(), where, Node.Ports.free(), scene.fresh("node.log"), Map.of()));
  }

  private static void refuseTransactions(Scene scene, Postgres database) throws Exception {
    int port = Waiting.freePort();
    Path folder = Postgres.give(scene.fresh("pgbouncer"));
    try (Program _ = start(folder, database, port, "transaction")) {
      String message = refusal(scene, new Product.Where(scene.fresh("home"), url(port)));
      if (!message.contains("pool_mode = session")) {
        throw new IllegalStateException("not refused as it should be: " + message);
      }
    }
  }

  private static String refusal(Scene scene, Product.Where where) throws InterruptedException {
    try {
      return scene.product().run(where, "organization", "create", "refused");
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String url(int port) {
    return "jdbc:postgresql://127.0.0.1:%d/marquee?user=marquee".formatted(port);
  }

  private static Program start(Path folder, Postgres database, int port, String mode)
      throws IOException, InterruptedException {
    Path configuration = folder.resolve("pgbouncer.ini");
    Files.writeString(
        configuration,
        """
        [databases]
        marquee = host=127.0.0.1 port=%d dbname=marquee user=marquee
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        pool_mode = %s
        default_pool_size = 60
        max_client_conn = 200
        """
            .formatted(database.port(), port, mode));
    Program pooler =
        Program.start(
            folder.resolve("pgbouncer.log"),
            Map.of(),
            Postgres.asServer(List.of("pgbouncer", configuration.toString())));
    Waiting.until(
        "PgBouncer",
        LONGEST,
        () -> {
          Program.run("pg_isready", "-q", "-h", "127.0.0.1", "-p", Integer.toString(port));
          return true;
        });
    return pooler;
  }
}
