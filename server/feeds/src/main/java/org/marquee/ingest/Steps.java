package org.marquee.ingest;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the steps of long work, and logs at DEBUG how long each took (docs/watching.md, "Traces").
public final class Steps {
  private static final Logger LOG = LoggerFactory.getLogger(Steps.class);

  private Steps() {}

  /// Work with a result.
  public interface Work<T extends @Nullable Object, E extends Exception> {
    T run() throws E;
  }

  /// Work without one.
  public interface Step<E extends Exception> {
    void run() throws E;
  }

  /// Runs work.
  public static <T extends @Nullable Object, E extends Exception> T timed(
      String name, Work<T, E> work) throws E {
    long start = System.nanoTime();
    try {
      return work.run();
    } finally {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      LOG.debug("step {}: {} ms", name, millis);
    }
  }

  /// Runs work without a result.
  public static <E extends Exception> void step(String name, Step<E> step) throws E {
    timed(
        name,
        () -> {
          step.run();
          return null;
        });
  }
}
