package org.marquee.embedded;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/// How long something may still be waited for. Waiting is done by looking again every few
/// milliseconds: what is waited for lives in other processes, which cannot wake us.
final class Patience {
  private static final long GLANCE_MILLIS = 10;

  private final long end;

  private Patience(long end) {
    this.end = end;
  }

  static Patience of(Duration limit) {
    return new Patience(System.nanoTime() + limit.toNanos());
  }

  boolean isOver() {
    return System.nanoTime() - end >= 0;
  }

  /// Sleeps until the next look.
  ///
  /// @throws InterruptedIOException if the thread is interrupted, which stays so
  void pause() throws InterruptedIOException {
    try {
      Thread.sleep(GLANCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for PostgreSQL");
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
