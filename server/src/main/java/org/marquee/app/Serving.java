package org.marquee.app;

import java.util.concurrent.CountDownLatch;

/// Keeps a command alive until it is told to stop by a signal.
final class Serving {
  private Serving() {}

  /// Waits for SIGTERM or SIGINT, then closes what was opened, last first.
  static void untilStopped(AutoCloseable... opened) {
    CountDownLatch stop = new CountDownLatch(1);
    Thread main = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  try {
                    main.join();
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  }
                },
                "stop"));
    try {
      stop.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    for (int at = opened.length - 1; at >= 0; at--) {
      try {
        opened[at].close();
      } catch (Exception e) {
        org.slf4j.LoggerFactory.getLogger(Serving.class)
            .atError()
            .setCause(e)
            .log("stopping failed");
      }
    }
  }
}
