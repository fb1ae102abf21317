package org.marquee.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullMarked;

/// Waits for what other threads, nodes and processes do.
@NullMarked
public final class Patience {
  private Patience() {}

  /// Waits for something that comes for certain.
  public static void await(BooleanSupplier fact) {
    await("what was waited for", fact);
  }

  /// @param when for the message of a test that fails
  public static void await(Object when, BooleanSupplier fact) {
    Instant end = Instant.now().plusSeconds(90);
    while (!fact.getAsBoolean()) {
      assertThat(Instant.now()).as("%s", when).isBefore(end);
      LockSupport.parkNanos(30_000_000);
    }
  }
}
