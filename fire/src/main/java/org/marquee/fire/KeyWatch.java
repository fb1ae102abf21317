package org.marquee.fire;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.marquee.rig.Line;
import org.marquee.rig.Node;
import org.marquee.rig.Product;

/// Asks every node with every key, several times a second, and notes what no caller may see: a
/// valid key that is refused, a revoked one that is accepted after it was refused once, and one
/// that is still accepted when its time is over.
final class KeyWatch implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofMillis(200);

  /// A change of keys is in force after this time (docs/api.md), once the database is there again.
  private static final Duration IN_FORCE = Duration.ofSeconds(2);

  private final List<Node> nodes;
  private final String question;
  private final List<Watched> keys = new CopyOnWriteArrayList<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("keys").unstarted(this::run);
  private volatile boolean stopped;

  private KeyWatch(List<Node> nodes, String question) {
    this.nodes = nodes;
    this.question = question;
  }

  /// A key, and the nodes' answers to it. Failed authentications are limited for each address, so
  /// each key has one of its own.
  private static final class Watched {
    final Product.Key key;
    final List<Line> lines = new ArrayList<>();
    final boolean[] accepted;
    final boolean[] refused;
    final long[] lastAccepted;
    volatile boolean revoking;
    volatile long revoked;
    int faults;

    Watched(Product.Key key, List<Node> nodes, int number) throws IOException {
      this.key = key;
      accepted = new boolean[nodes.size()];
      refused = new boolean[nodes.size()];
      lastAccepted = new long[nodes.size()];
      InetAddress own = InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) number});
      nodes.forEach(node -> lines.add(new Line(node.api(), key.secret(), own)));
    }

    void ask(int node, String question) {
      boolean mayBeRevoked = revoking;
      long asked = System.nanoTime();
      int status;
      try {
        status = lines.get(node).get(question).status();
      } catch (IOException e) {
        fault(node, "does not get through: " + e);
        return;
      }
      switch (status) {
        case 200 -> {
          if (refused[node]) {
            fault(node, "is accepted again after it was refused as revoked");
          }
          accepted[node] = true;
          lastAccepted[node] = asked;
        }
        case 401 -> {
          if (accepted[node] && !mayBeRevoked && !revoking) {
            fault(node, "is refused although it is valid");
          }
          // The node may not know the key yet.
          refused[node] |= mayBeRevoked && accepted[node];
        }
        default -> fault(node, "gets status " + status);
      }
    }

    void fault(int node, String what) {
      if (faults++ == 0) {
        System.err.printf("  key %s %s, at node %d%n", key.id(), what, node + 1);
      }
    }
  }

  static KeyWatch start(List<Node> nodes, String question) {
    KeyWatch watch = new KeyWatch(nodes, question);
    watch.thread.start();
    return watch;
  }

  /// Watches a key that was created.
  void add(Product.Key key) throws IOException {
    keys.add(new Watched(key, nodes, keys.size() + 1));
  }

  /// Revokes a key.
  @FunctionalInterface
  interface Revocation {
    void of(String keyId) throws IOException, InterruptedException;
  }

  /// Revokes the oldest valid key; first one whose revocation failed, since it may be revoked.
  void revokeOldest(Revocation revocation) throws IOException, InterruptedException {
    for (Watched each : keys) {
      if (each.revoked == 0) {
        each.revoking = true;
        revocation.of(each.key.id());
        each.revoked = System.nanoTime();
        return;
      }
    }
  }

  private void run() {
    try {
      while (!stopped) {
        for (Watched each : keys) {
          for (int node = 0; node < nodes.size(); node++) {
            each.ask(node, question);
          }
        }
        Thread.sleep(BETWEEN);
      }
    } catch (InterruptedException _) {
      // Stopped.
    }
  }

  /// Stops, after each key has been asked for once more.
  ///
  /// @param recovered from when on the database was there for all nodes, by [System#nanoTime]
  /// @return how many times a key was not as it should have been
  int stopAndCount(long recovered) throws InterruptedException {
    Thread.sleep(IN_FORCE.plus(BETWEEN.multipliedBy(2)));
    close();
    int faults = 0;
    for (Watched each : keys) {
      for (int node = 0; node < nodes.size(); node++) {
        each.ask(node, question);
        long due = Math.max(each.revoked, recovered) + IN_FORCE.toNanos();
        if (each.revoked != 0 && each.lastAccepted[node] - due > 0) {
          each.fault(node, "was accepted for too long after it was revoked");
        }
        if (!each.revoking && each.lastAccepted[node] - due <= 0) {
          each.fault(node, "is not valid");
        }
      }
      each.lines.forEach(Line::close);
      faults += each.faults;
    }
    return faults;
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
