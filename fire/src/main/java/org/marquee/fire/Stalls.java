package org.marquee.fire;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// How long this program itself waited for a core. A server on the same machine waits as long, so
/// only answers slower than this count against the server.
final class Stalls implements AutoCloseable {
  private static final long NAP = Duration.ofMillis(1).toNanos();

  private final Thread thread = Thread.ofPlatform().daemon().name("stalls").unstarted(this::watch);
  private final long from;
  private volatile long longest;
  private volatile boolean stopped;

  private Stalls(long from) {
    this.from = from;
  }

  /// Begins to watch.
  ///
  /// @param from what was before does not count, by [System#nanoTime]
  static Stalls start(long from) {
    Stalls stalls = new Stalls(from);
    stalls.thread.start();
    return stalls;
  }

  private void watch() {
    try {
      while (!stopped) {
        long before = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(NAP);
        if (before - from > 0) {
          longest = Math.max(longest, System.nanoTime() - before - NAP);
        }
      }
    } catch (InterruptedException _) {
      // Stopped.
    }
  }

  /// The longest wait of a runnable thread of this program.
  Duration longest() {
    return Duration.ofNanos(longest);
  }

  @Override
  public void close() {
    stopped = true;
  }
}
