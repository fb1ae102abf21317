package org.marquee.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.marquee.rig.Line;
import org.marquee.rig.Node;
import org.marquee.rig.Product;
import org.marquee.rig.Waiting;

/// The product as it is run: `./marquee serve`, with the key check, the filters and the limits on.
final class Marquee implements Contender {
  private static final Duration OFTEN = Duration.ofMillis(2);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final Home home;
  private final Node node;

  private Marquee(Home home, Node node) {
    this.home = home;
    this.node = node;
  }

  /// Starts it on one processor, without waiting for it.
  static Marquee launch(Home home) throws IOException {
    return launch(home, Processors.ANSWERING);
  }

  private static Marquee launch(Home home, String processors) throws IOException {
    Path log =
        Files.createDirectories(WORK)
            .resolve("marquee-" + home.showtimes() + "-on-" + processors + ".log");
    Product product = Product.here().on(processors);
    return new Marquee(home, Node.launch(product, home.where(), Node.Ports.free(), log, Map.of()));
  }

  /// Starts it and waits until it answers from memory.
  static Marquee start(Home home) throws Exception {
    Processors.move(home.postmaster(), Processors.ASKING);
    return begun(launch(home));
  }

  /// As [#start], with server and database on all processors.
  static Marquee startAnywhere(Home home) throws Exception {
    Processors.move(home.postmaster(), Processors.ALL);
    return begun(launch(home, Processors.ALL));
  }

  private static Marquee begun(Marquee marquee) throws Exception {
    marquee.awaitMemory();
    return marquee;
  }

  /// Waits until it answers.
  ///
  /// @return nanoseconds by [System#nanoTime] when it did
  long awaitFirstAnswer() throws Exception {
    try (Line line = line()) {
      return Waiting.until(
          "a first answer",
          OFTEN,
          LONGEST,
          () -> node.isAlive() && line.get(Questions.ANY).status() == 200);
    }
  }

  /// Waits until it says that it answers from memory.
  ///
  /// @return nanoseconds by [System#nanoTime] when it did
  long awaitMemory() throws Exception {
    return node.awaitMemory();
  }

  /// A caller with the key of the home.
  Line line() throws IOException {
    return new Line(node.api(), home.key());
  }

  @Override
  public String name() {
    return "Marquee";
  }

  @Override
  public int port() {
    return node.ports().api();
  }

  long pid() {
    return node.program().pid();
  }

  Home home() {
    return home;
  }

  @Override
  public List<Long> processes() throws IOException {
    return List.of(pid(), home.postmaster());
  }

  @Override
  public void close() {
    node.close();
  }
}
