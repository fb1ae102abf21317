package org.marquee.fire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;

/// Free ports, and waiting for what is not there yet.
final class Waiting {
  private static final Duration BETWEEN = Duration.ofMillis(100);

  private Waiting() {}

  /// A port of the loopback address that nobody listens on.
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// Something that may not be so yet.
  interface Attempt {
    boolean succeeds() throws IOException, InterruptedException;
  }

  /// Tries until it succeeds; an exception of the network is no success.
  ///
  /// @param what in words, for the message
  /// @throws IOException if it has not succeeded in time
  static void until(String what, Duration longest, Attempt attempt)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    IOException last = null;
    while (System.nanoTime() < end) {
      try {
        if (attempt.succeeds()) {
          return;
        }
        last = null;
      } catch (IOException e) {
        last = e;
      }
      Thread.sleep(BETWEEN);
    }
    throw new IOException("not within %d s: %s".formatted(longest.toSeconds(), what), last);
  }
}
