package org.marquee.embedded;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How long to wait for another process. It is polled, less often the longer it takes, since it
/// cannot wake us.
///
/// A wait that has a name is logged after a few seconds, and again from time to time.
final class Timeout {
  private static final Logger LOG = LoggerFactory.getLogger(Timeout.class);
  private static final long SHORTEST_MILLIS = 10;
  private static final long LONGEST_MILLIS = 1000;

  /// The part of the wait so far that the next poll may come late.
  private static final double DELAY = 0.05;

  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Duration BETWEEN_WARNINGS = Duration.ofSeconds(30);

  private final long begin = System.nanoTime();
  private final long end;
  private final @Nullable String name;
  private long nextWarning = System.nanoTime() + QUIET.toNanos();

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

  /// Sleeps until the next poll.
  ///
  /// @throws InterruptedIOException if the thread is interrupted, which stays so
  void pause() throws InterruptedIOException {
    warn();
    long waited = Duration.ofNanos(System.nanoTime() - begin).toMillis();
    long sleep = Math.clamp((long) (waited * DELAY), SHORTEST_MILLIS, LONGEST_MILLIS);
    try {
      Thread.sleep(Math.min(sleep, left().toMillis() + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for PostgreSQL");
    }
  }

  private void warn() {
    long now = System.nanoTime();
    if (name != null && now - nextWarning >= 0) {
      nextWarning = now + BETWEEN_WARNINGS.toNanos();
      LOG.atWarn().log("waiting for {}, for {} s at most", name, left().toSeconds());
    }
  }

  boolean until(Condition condition) throws IOException {
    while (!condition.holds()) {
      if (isOver()) {
        return false;
      }
      pause();
    }
    return true;
  }

  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }
}
