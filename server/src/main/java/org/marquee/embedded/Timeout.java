package org.marquee.embedded;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How long something may still be waited for. Waiting is done by looking again, more rarely the
/// longer it takes: what is waited for lives in other processes, which cannot wake us.
///
/// A wait that has a name is logged after a few seconds, and again from time to time.
final class Timeout {
  private static final Logger LOG = LoggerFactory.getLogger(Timeout.class);
  private static final long SHORTEST_MILLIS = 10;
  private static final long LONGEST_MILLIS = 1000;

  /// So much later than it could be, the end of a wait is noticed.
  private static final double DELAY = 0.05;

  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Duration BETWEEN_MESSAGES = Duration.ofSeconds(30);

  private final long begin = System.nanoTime();
  private final long end;
  private final @Nullable String name;
  private long nextMessage = System.nanoTime() + QUIET.toNanos();

  private Timeout(long end, @Nullable String name) {
    this.end = end;
    this.name = name;
  }

  static Timeout of(Duration limit) {
    return new Timeout(System.nanoTime() + limit.toNanos(), null);
  }

  /// @param name what is waited for, as in "waiting for …"
  static Timeout of(Duration limit, String name) {
    return new Timeout(System.nanoTime() + limit.toNanos(), name);
  }

  boolean isOver() {
    return System.nanoTime() - end >= 0;
  }

  Duration left() {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  /// Sleeps until the next look.
  ///
  /// @throws InterruptedIOException if the thread is interrupted, which stays so
  void pause() throws InterruptedIOException {
    logWait();
    long waited = Duration.ofNanos(System.nanoTime() - begin).toMillis();
    long sleep = Math.clamp((long) (waited * DELAY), SHORTEST_MILLIS, LONGEST_MILLIS);
    try {
      Thread.sleep(Math.min(sleep, left().toMillis() + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for PostgreSQL");
    }
  }

  private void logWait() {
    long now = System.nanoTime();
    if (name != null && now - nextMessage >= 0) {
      nextMessage = now + BETWEEN_MESSAGES.toNanos();
      LOG.atWarn().log("waiting for {}, for {} s at most", name, left().toSeconds());
    }
  }

  /// Looks until the condition holds; whether it did in time.
  boolean until(Condition condition) throws IOException {
    while (!condition.holds()) {
      if (isOver()) {
        return false;
      }
      pause();
    }
    return true;
  }

  /// A question to the file system.
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }
}
