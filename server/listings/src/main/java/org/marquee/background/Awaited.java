package org.marquee.background;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The result of a task of another thread, with the exceptions that the task would have thrown
/// here.
public final class Awaited {
  private Awaited() {}

  private interface Waiting<T> {
    T get() throws InterruptedException, ExecutionException, TimeoutException;
  }

  /// Waits for the result.
  ///
  /// @throws InterruptedIOException if this thread is interrupted meanwhile
  /// @throws IOException if the task threw it
  public static <T> T get(Future<T> task) throws IOException {
    try {
      return result(task::get);
    } catch (TimeoutException e) {
      throw new IllegalStateException(e); // nothing was limited
    }
  }

  /// Waits for the result for a limited time.
  ///
  /// @throws TimeoutException if it takes longer
  /// @throws InterruptedIOException if this thread is interrupted meanwhile
  /// @throws IOException if the task threw it
  public static <T> T get(Future<T> task, Duration limit) throws IOException, TimeoutException {
    return result(() -> task.get(limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  private static <T> T result(Waiting<T> waiting) throws IOException, TimeoutException {
    try {
      return waiting.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }
}
