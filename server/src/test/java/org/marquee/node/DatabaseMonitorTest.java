package org.marquee.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.store.sql.Database;

/// The monitor goes on after a failed check.
@NullMarked
class DatabaseMonitorTest {
  private final AtomicInteger joins = new AtomicInteger();

  @Test
  void checks_go_on_after_one_that_ran_out_of_memory() {
    Database never =
        Database.unopened(
            () -> new Database.Address("jdbc:postgresql://127.0.0.1:1/none", null, null),
            Duration.ofSeconds(1));
    try (DatabaseMonitor monitor =
        DatabaseMonitor.opening(
            never,
            () -> {
              switch (joins.incrementAndGet()) {
                case 1 -> throw new OutOfMemoryError("Java heap space");
                case 2 -> throw new StackOverflowError();
                case 3 ->
                    throw new OutOfMemoryError() {
                      @Override
                      public String getMessage() {
                        throw new OutOfMemoryError("for the log either");
                      }
                    };
                default -> throw new IOException("no server here");
              }
            },
            false)) {
      monitor.start();
      assertThatThrownBy(monitor::awaitFirstCheck).hasMessage("no server here");
      assertThat(joins).hasValueGreaterThan(3);
    } finally {
      never.close();
    }
  }
}
