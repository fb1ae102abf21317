package org.marquee.app;

import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a command alive until it is told to stop by a signal.
final class Serving {
  private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

  private Serving() {}

  /// Waits for SIGTERM or SIGINT, closes what was opened, last first, and ends the program with
  /// status 0: to be told to stop is no failure.
  static void untilStopped(AutoCloseable... opened) {
    CountDownLatch stop = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    // The program ends when its hooks have, so the hook has to wait for the closing.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  await(closed);
                  Runtime.getRuntime().halt(0);
                },
                "stop"));
    await(stop);
    try {
      close(opened);
    } finally {
      closed.countDown();
    }
  }

  private static void close(AutoCloseable... opened) {
    for (int at = opened.length - 1; at >= 0; at--) {
      try {
        opened[at].close();
      } catch (Exception e) {
        LOG.atError().setCause(e).log("stopping failed");
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
