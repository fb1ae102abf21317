package org.marquee.fire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A serving process: `./marquee serve`.
final class Node implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);

  private final Program program;
  private final Ports ports;

  private Node(Program program, Ports ports) {
    this.program = program;
    this.ports = ports;
  }

  /// Where a node listens; kept when it is replaced.
  record Ports(int api, int operations) {
    static Ports free() throws IOException {
      return new Ports(Waiting.freePort(), Waiting.freePort());
    }
  }

  /// Starts a node and waits until it answers from memory.
  ///
  /// @param more options of `serve`
  static Node start(
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
  static Node launch(
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
  void awaitMemory() throws IOException, InterruptedException {
    Waiting.until(
        "a node that answers from memory",
        START,
        () -> {
          if (!program.isAlive()) {
            throw new IllegalStateException("the node ended; its log says why");
          }
          try (Line line = operations()) {
            return line.get("/health/ready").status() == 200
                && line.get("/info").body().contains("\"servedFrom\":\"snapshot\"");
          }
        });
  }

  /// A new connection to the operations port.
  Line operations() {
    return new Line(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.operations()), "");
  }

  /// Where callers ask.
  InetSocketAddress api() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.api());
  }

  Ports ports() {
    return ports;
  }

  Program program() {
    return program;
  }

  @Override
  public void close() {
    program.close();
  }
}
