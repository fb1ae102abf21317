package org.marquee.fire;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// How long this program itself had to wait for a core of the machine. A server on the same machine
/// waits as long, so slower answers than this say something of the server, and others may not.
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

  /// The longest that a thread of this program, which wanted to go on, could not.
  Duration longest() {
    return Duration.ofNanos(longest);
  }

  @Override
  public void close() {
    stopped = true;
  }
}
