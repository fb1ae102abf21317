package org.marquee.fire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.marquee.rig.Cost;
import org.marquee.rig.Node;
import org.marquee.rig.Product;
import org.marquee.rig.Program;
import org.marquee.rig.Waiting;

/// A node with the sample data, and what it holds while it is attacked.
final class FuzzedNode implements FuzzRun.Target {
  private static final int ATTACKERS = 8;
  private static final Pattern KEY = Pattern.compile("mq_[A-Za-z0-9]+");

  /// Idle connections end soon; heads and handshakes have more time, since the machine may be busy.
  private static final Map<String, String> HASTE =
      Map.of(
          "MARQUEE_HEAD_TIME", "30s",
          "MARQUEE_IDLE_TIME", "20s",
          "MARQUEE_LINGER_TIME", "1s",
          "MARQUEE_FAILED_AUTHENTICATIONS", "0",
          // A heap of a fixed size, so that only other memory can grow.
          "MARQUEE_JAVA_OPTS", "-Xms384m -Xmx384m -XX:+AlwaysPreTouch");

  /// What a node may take until its connections are closed and its buffers returned.
  private static final Duration QUIET = Duration.ofSeconds(25);

  private final String name;
  private final long seed;
  private final Node node;
  private final Path log;
  private final String key;
  private final long linesOfStart;

  private FuzzedNode(String name, long seed, Node node, Path log, String key) throws IOException {
    this.linesOfStart = Files.readAllLines(log).size();
    this.name = name;
    this.seed = seed;
    this.node = node;
    this.log = log;
    this.key = key;
  }

  /// Makes a home in the folder, if there is none, and serves from it.
  ///
  /// @param name of the inputs: `requests` or `messages`
  static FuzzedNode start(String name, long seed, Path folder)
      throws IOException, InterruptedException {
    Product product = Product.here();
    Product.Where where = new Product.Where(folder.resolve("home"), "");
    Path keyFile = folder.resolve("key");
    if (!Files.exists(keyFile)) {
      fill(product, where, folder.resolve("demo.log"));
      Files.writeString(keyFile, product.organization(where));
    }
    Path log = folder.resolve(name + ".log");
    Node node = Node.start(product, where, Node.Ports.free(), log, HASTE);
    return new FuzzedNode(name, seed, node, log, Files.readString(keyFile)).awaitPort();
  }

  /// A node may say that it is ready a moment before its port is open.
  private FuzzedNode awaitPort() throws IOException, InterruptedException {
    Waiting.until(
        "an open port",
        Duration.ofSeconds(60),
        () -> {
          try (Socket socket = new Socket(address().getAddress(), address().getPort())) {
            return socket.isConnected();
          }
        });
    return this;
  }

  /// The demo brings the sample data along.
  private static void fill(Product product, Product.Where where, Path log)
      throws IOException, InterruptedException {
    String port = Integer.toString(Waiting.freePort());
    try (Program demo =
        Program.start(log, Map.of(), product.command(where, "demo", "--port", port))) {
      Waiting.until(
          "the demo",
          Duration.ofMinutes(15),
          () -> {
            if (!demo.isAlive()) {
              throw new IllegalStateException("the demo ended; " + log + " says why");
            }
            return KEY.matcher(Files.readString(log)).find();
          });
    }
  }

  /// The port that is attacked.
  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), node.ports().api());
  }

  /// A valid key without a limit.
  String key() {
    return key;
  }

  @Override
  public int attackers() {
    return ATTACKERS;
  }

  @Override
  public Attack attack(int number) {
    return name.equals("requests")
        ? new RequestAttack(this, seed + number)
        : new MessageAttack(this, seed + number);
  }

  @Override
  public FuzzResult.Gauges gauges() throws IOException, InterruptedException {
    Thread.sleep(QUIET);
    long pid = node.program().pid();
    return FuzzResult.Gauges.of(pid, Cost.heap(pid));
  }

  /// Warnings, errors and exceptions in the log.
  @Override
  public List<String> complaints() throws IOException {
    return Files.readAllLines(log).stream()
        .skip(linesOfStart)
        .filter(
            line -> line.contains("ERROR") || line.contains("WARN") || line.contains("Exception"))
        .toList();
  }

  @Override
  public void close() {
    node.close();
  }
}
