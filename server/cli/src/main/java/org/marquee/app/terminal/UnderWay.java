package org.marquee.app.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Says on standard error what a command is doing, and from time to time that it still does: what
/// is silent for a minute looks as if it hung. With a terminal or without.
public final class UnderWay implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofSeconds(10);

  private final PrintStream out;
  private final long begun = System.nanoTime();
  private final ScheduledExecutorService ticking =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("under-way").factory());
  private String step = "";

  UnderWay(PrintStream out, Duration between) {
    this.out = out;
    var _ =
        ticking.scheduleAtFixedRate(
            this::repeat, between.toMillis(), between.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Begins with nothing to say.
  public static UnderWay begin() {
    return new UnderWay(System.err, BETWEEN);
  }

  /// Says what is done from now on, as in "importing the sample data".
  public synchronized void step(String what) {
    step = what;
    out.println("marquee: " + what + "…");
  }

  private synchronized void repeat() {
    if (!step.isEmpty() && !ticking.isShutdown()) {
      long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
      out.println("marquee: still " + step + "… (" + seconds + " s since the start)");
    }
  }

  @Override
  public synchronized void close() {
    ticking.shutdownNow();
  }
}
