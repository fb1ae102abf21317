package org.marquee.fire;

import static org.marquee.rig.Product.ORGANIZATION;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.marquee.rig.Line;
import org.marquee.rig.Node;
import org.marquee.rig.Product;
import org.marquee.rig.Program;

/// `kill -9` at random moments of the work that a crash must not break: first migrations, the
/// creation of keys, a checkpoint, a backup, a restore. The next command must work without repair.
final class Kills implements Fault {
  /// How long each kind of work is killed repeatedly.
  private static final Duration EACH = Duration.ofSeconds(9);

  private static final Pattern SECRET = Pattern.compile("mq_[0-9A-Za-z]{38}");
  private static final Duration CHECKPOINT = Duration.ofMillis(500);

  private final Random random = new Random();
  private final List<String> keys = new ArrayList<>();
  private int kills;
  private int checks;
  private int wrong;
  private int failed;

  @Override
  public String name() {
    return "kills";
  }

  @Override
  public List<Need> needs() {
    return List.of();
  }

  @Override
  public void run(Scene scene) throws Exception {
    Product product = scene.operator();
    Path home = scene.fresh("home");
    Duration first = timed(() -> product.run(at(home), "organization", "create", ORGANIZATION));
    repeatedly(scene, "first migrations", () -> migrate(scene, first));
    product.ingest(at(home), scene.book().feed(0));
    product.run(at(home), "entitlement", "grant", ORGANIZATION, "--plan", "unlimited");
    Duration creation = timed(() -> keys.add(product.key(at(home)).secret()));
    repeatedly(scene, "key creation", () -> create(scene, home, creation));
    Node.Ports ports = Node.Ports.free();
    Path log = scene.fresh("node.log");
    repeatedly(scene, "checkpoints", () -> serve(scene, home, ports, log));
    int lost = serve(scene, home, ports, log);
    Path whole = scene.fresh("whole.zip");
    Duration backup = timed(() -> product.run(at(home), "backup", whole.toString()));
    repeatedly(scene, "backups", () -> backUp(scene, home, backup));
    tear(scene, whole);
    Path restored = scene.fresh("restored");
    Duration restore = timed(() -> product.run(at(restored), "restore", whole.toString()));
    repeatedly(scene, "restores", () -> restore(scene, whole, restore));
    lost = Math.max(lost, serve(scene, restored, ports, log));
    scene.add(row(lost));
  }

  private Row row(int lost) {
    Load.Seen seen =
        new Load.Seen(
            "%d kills".formatted(kills),
            checks,
            wrong,
            failed,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO);
    return new Row(
        "`kill -9` in migrations, key creation, checkpoints, backups and restores",
        seen,
        null,
        keys.size(),
        lost);
  }

  private static Product.Where at(Path home) {
    return new Product.Where(home, "");
  }

  private interface Work {
    void happen() throws Exception;
  }

  private static Duration timed(Work work) throws Exception {
    long begun = System.nanoTime();
    work.happen();
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private void repeatedly(Scene scene, String what, Work work) throws Exception {
    int before = kills;
    long end = System.nanoTime() + EACH.toNanos();
    while (System.nanoTime() < end) {
      work.happen();
    }
    System.err.printf("%s: %d kills%n", what, kills - before);
    if (wrong + failed > 0) {
      scene.keepLogs();
    }
  }

  /// Starts a command and kills it somewhere in the time that it takes, or just after it.
  ///
  /// @return what it wrote
  private String killed(Scene scene, Path home, Duration whole, String... words)
      throws IOException, InterruptedException {
    Path log = scene.fresh("killed.log");
    Program command = Program.start(log, Map.of(), scene.product().command(at(home), words));
    Thread.sleep((long) (whole.toMillis() * (0.2 + random.nextDouble())));
    command.kill();
    kills++;
    return Files.readString(log);
  }

  /// Runs the next command, which must work without repair.
  private String next(Scene scene, Path home, String... words) throws InterruptedException {
    checks++;
    try {
      return scene.operator().run(at(home), words);
    } catch (IOException e) {
      failed++;
      System.err.println("fire: " + e.getMessage());
      return "";
    }
  }

  private void expect(boolean right, String what) {
    if (!right) {
      wrong++;
      System.err.println("fire: not as promised: " + what);
    }
  }

  private void migrate(Scene scene, Duration whole) throws Exception {
    Path home = scene.fresh("migrated");
    killed(scene, home, whole, "organization", "create", ORGANIZATION);
    // The killed command may have ended before, or not have made the home yet.
    if (!Files.exists(home.resolve("pgdata-18"))
        || !next(scene, home, "organization", "list").contains(ORGANIZATION)) {
      next(scene, home, "organization", "create", ORGANIZATION);
    }
  }

  private void create(Scene scene, Path home, Duration whole) throws Exception {
    Matcher printed = SECRET.matcher(killed(scene, home, whole, "key", "create", ORGANIZATION));
    if (printed.find()) {
      keys.add(printed.group());
    }
    next(scene, home, "key", "list");
  }

  /// Starts a node, compares its answers, asks with every key that was printed, and kills the node
  /// while it writes its checkpoint.
  ///
  /// @return how many keys are lost
  private int serve(Scene scene, Path home, Node.Ports ports, Path log) throws Exception {
    try (Node node = Node.start(scene.product(), at(home), ports, log, Map.of())) {
      int lost = 0;
      for (String key : keys) {
        try (Line line = new Line(node.api(), key)) {
          String question = scene.book().question(random.nextInt(1000));
          Line.Answer answer = line.get(question);
          checks++;
          lost += answer.status() == 200 ? 0 : 1;
          expect(
              answer.status() != 200 || scene.book().isRight(question, answer.body(), 0, 0),
              question);
        }
      }
      node.program().signal("TERM");
      Thread.sleep(random.nextLong(CHECKPOINT.toMillis()));
      node.program().kill();
      kills++;
      return lost;
    }
  }

  private void backUp(Scene scene, Path home, Duration whole) throws Exception {
    Path file = scene.fresh("killed.zip");
    killed(scene, home, whole, "backup", file.toString());
    if (Files.exists(file)) {
      next(scene, scene.fresh("restored"), "restore", file.toString());
    } else {
      next(scene, home, "backup", file.toString());
    }
  }

  /// A backup that lacks its end, or one byte, is refused by name, and no home is made.
  private void tear(Scene scene, Path whole) throws Exception {
    Path torn = scene.fresh("torn.zip");
    Files.copy(whole, torn);
    try (FileChannel file = FileChannel.open(torn, StandardOpenOption.WRITE)) {
      if (random.nextBoolean()) {
        file.truncate(random.nextLong(file.size()));
      } else {
        long at = random.nextLong(file.size());
        byte other = (byte) (Files.readAllBytes(whole)[(int) at] ^ 1);
        file.write(ByteBuffer.wrap(new byte[] {other}), at);
      }
    }
    Path home = scene.fresh("refused");
    checks++;
    try {
      String output = scene.operator().run(at(home), "restore", torn.toString());
      expect(false, "a torn backup was restored: " + output);
    } catch (IOException e) {
      expect(
          String.valueOf(e.getMessage()).contains("restored from " + torn),
          String.valueOf(e.getMessage()));
    }
    expect(!Files.exists(home), "a torn backup made a home");
  }

  /// After a killed restore the home is missing, marked as unfinished, or complete.
  private void restore(Scene scene, Path from, Duration whole) throws Exception {
    Path home = scene.fresh("restored");
    killed(scene, home, whole, "restore", from.toString());
    if (!Files.exists(home)) {
      next(scene, home, "restore", from.toString());
      return;
    }
    checks++;
    try {
      String there = scene.operator().run(at(home), "key", "list");
      // Each key that was printed, and maybe some that were made and not printed.
      expect(there.lines().count() >= keys.size(), "a half restored home: " + there);
    } catch (IOException e) {
      expect(String.valueOf(e.getMessage()).contains("restore"), String.valueOf(e.getMessage()));
      next(scene, home, "restore", from.toString());
    }
  }
}
