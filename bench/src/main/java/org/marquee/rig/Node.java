package org.marquee.rig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A serving process: `./marquee serve`.
public final class Node implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Program program;
  private final Ports ports;

  private Node(Program program, Ports ports) {
    this.program = program;
    this.ports = ports;
  }

  /// Where a node listens; kept when it is replaced.
  public record Ports(int api, int operations) {
    public static Ports free() throws IOException {
      return new Ports(Waiting.freePort(), Waiting.freePort());
    }
  }

  /// Starts a node and waits until it answers from memory.
  ///
  /// @param more options of `serve`
  public static Node start(
      Product product,
      Product.Where where,
      Ports ports,
      Path log,
      Map<String, String> environment,
      String... more)
      throws IOException, InterruptedException {
    Node node = launch(product, where, ports, log, environment, more);
    try {
      node.awaitMemory();
      return node;
    } catch (IOException | InterruptedException e) {
      node.close();
      throw e;
    }
  }

  /// Starts a node without waiting for it.
  public static Node launch(
      Product product,
      Product.Where where,
      Ports ports,
      Path log,
      Map<String, String> environment,
      String... more)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            product.command(
                where,
                "serve",
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(ports.api()),
                "--ops-port",
                Integer.toString(ports.operations())));
    command.addAll(List.of(more));
    return new Node(Program.start(log, environment, command), ports);
  }

  /// Waits until it is ready and answers from memory.
  ///
  /// @return nanoseconds by [System#nanoTime] when it did
  public long awaitMemory() throws IOException, InterruptedException {
    return Waiting.until(
        "a node that answers from memory",
        PAUSE,
        START,
        () -> {
          try (Line line = operations()) {
            return isAlive()
                && line.get("/health/ready").status() == 200
                && line.get("/info").body().contains("\"servedFrom\":\"snapshot\"");
          }
        });
  }

  /// Whether it still runs, which it must.
  ///
  /// @throws IllegalStateException if it does not
  public boolean isAlive() {
    if (!program.isAlive()) {
      throw new IllegalStateException("the node ended; its log says why");
    }
    return true;
  }

  private Line operations() {
    return new Line(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.operations()), "");
  }

  /// Where callers ask.
  public InetSocketAddress api() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.api());
  }

  public Ports ports() {
    return ports;
  }

  public Program program() {
    return program;
  }

  @Override
  public void close() {
    program.close();
  }
}
