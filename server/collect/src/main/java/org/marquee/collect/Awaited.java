package org.marquee.collect;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// The result of a task of another thread, with the exceptions that the task would have thrown
/// here.
final class Awaited {
  private Awaited() {}

  /// Waits for the result.
  ///
  /// @throws InterruptedIOException if this thread is interrupted meanwhile
  /// @throws IOException if the task threw it
  static <T> T get(Future<T> task) throws IOException {
    try {
      return task.get();
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
