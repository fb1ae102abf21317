package org.marquee.fire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.marquee.rig.Product;
import org.marquee.rig.Program;
import org.marquee.rig.Waiting;

/// PgBouncer between two nodes and PostgreSQL: in session mode it crashes and is started again; in
/// transaction mode no command may start.
final class Pooler implements Fault {
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
    Product.Where where = scene.home(Postgres.url(port));
    Trial.start(scene, List.of(where), List.of(where, where))
        .run(
            "PgBouncer in session mode killed, back after 5 s",
            () -> {
              pooler.kill();
              Thread.sleep(AWAY);
              scene.with(start(folder, database, port, "session"));
            });
  }

  private static void refuseTransactions(Scene scene, Postgres database) throws Exception {
    int port = Waiting.freePort();
    Path folder = Postgres.give(scene.fresh("pgbouncer"));
    try (Program _ = start(folder, database, port, "transaction")) {
      String message = refusal(scene, scene.home(Postgres.url(port)));
      if (!message.contains("pool_mode = session")) {
        throw new IllegalStateException("not refused as it should be: " + message);
      }
    }
  }

  private static String refusal(Scene scene, Product.Where where) throws InterruptedException {
    try {
      return scene.operator().run(where, "organization", "create", "refused");
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
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
    Postgres.await("PgBouncer", port);
    return pooler;
  }
}
