package org.marquee.rig;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// Free ports, and waiting for conditions.
public final class Waiting {
  private static final int LOWEST_PORT = 21_000;
  private static final int HIGHEST_PORT = 32_000;
  private static final Duration SELDOM = Duration.ofMillis(100);

  private Waiting() {}

  /// A port of the loopback address that nobody listens on. It lies below those that Linux gives to
  /// connections, so that none takes it before it is used.
  public static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException _) {
        // Somebody listens there.
      }
    }
  }

  /// A condition that may not hold yet.
  @FunctionalInterface
  public interface Attempt {
    boolean succeeds() throws IOException, InterruptedException;
  }

  /// Tries ten times a second until it succeeds; an exception of the network is no success.
  ///
  /// @param what in words, for the message
  /// @throws IOException if it has not succeeded in time
  public static void until(String what, Duration longest, Attempt attempt)
      throws IOException, InterruptedException {
    until(what, SELDOM, longest, attempt);
  }

  /// As above, with another pause between attempts.
  ///
  /// @return nanoseconds by [System#nanoTime] when it had succeeded
  public static long until(String what, Duration pause, Duration longest, Attempt attempt)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    IOException last = null;
    while (System.nanoTime() < end) {
      try {
        if (attempt.succeeds()) {
          return System.nanoTime();
        }
        last = null;
      } catch (IOException e) {
        last = e;
      }
      Thread.sleep(pause);
    }
    throw new IOException("not within %d s: %s".formatted(longest.toSeconds(), what), last);
  }
}
