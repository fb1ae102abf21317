package org.marquee.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;

/// Ports to listen on, and waiting for those who do.
final class Port {
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private Port() {}

  static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// A server that may not listen yet.
  interface Attempt {
    boolean succeeds() throws IOException, InterruptedException;
  }

  /// Waits until an attempt succeeds; a refused connection is none.
  ///
  /// @return nanoseconds by [System#nanoTime] when it did
  /// @throws IllegalStateException if the program ends, or five minutes do
  static long await(Program program, Attempt attempt) throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (program.isAlive() && System.nanoTime() < end) {
      try {
        if (attempt.succeeds()) {
          return System.nanoTime();
        }
      } catch (IOException _) {
        // Nobody listens yet.
      }
      Thread.sleep(2);
    }
    throw new IllegalStateException("it does not answer; its log is in " + Program.WORK);
  }
}
