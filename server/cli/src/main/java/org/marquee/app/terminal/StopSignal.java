package org.marquee.app.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.marquee.node.CloseStack;
import org.marquee.node.Service;

/// Keeps a command running until a signal stops it.
public final class StopSignal {
  private StopSignal() {}

  /// Waits for SIGTERM or SIGINT, closes what was opened, and ends the program with status 0: a
  /// signal is no failure.
  ///
  /// @param delay how long the service still answers after it reports that it stops, so that load
  ///   balancers notice
  public static void untilStopped(Service service, Duration delay, CloseStack opened) {
    untilStopped(service::announceStop, delay, opened);
  }

  /// Waits for the signal to stop, for a command that announces no stop.
  public static void untilStopped(CloseStack opened) {
    untilStopped(() -> {}, Duration.ZERO, opened);
  }

  private static void untilStopped(Runnable announceStop, Duration delay, CloseStack opened) {
    CountDownLatch stop = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    // The program ends when its hooks have, so the hook has to wait for the closing.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (Terminal.isThere()) {
                    System.err.println("marquee: stopping…");
                  }
                  stop.countDown();
                  await(closed);
                  Runtime.getRuntime().halt(0);
                },
                "stop"));
    await(stop);
    try {
      announceStop.run();
      Thread.sleep(delay);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    try {
      opened.close();
    } finally {
      closed.countDown();
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
