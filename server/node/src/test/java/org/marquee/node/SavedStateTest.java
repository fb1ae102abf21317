package org.marquee.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.store.sql.Actor;
import org.marquee.store.sql.Database;

/// How long a node that could answer from its checkpoint waits for its database.
class SavedStateTest {
  private static final SavedState UNUSED = SavedState.NOTHING;
  private static final SavedState USED =
      new SavedState(Optional.empty(), Duration.ZERO, Optional.empty(), Duration.ZERO, true);

  private final Database database =
      Database.unopened(
          () -> new Database.Address("jdbc:postgresql://127.0.0.1:1/none", null, null),
          Duration.ofSeconds(1),
          Actor.here("serve"));

  @AfterEach
  void close() {
    database.close();
  }

  private DatabaseMonitor embedded(boolean running) {
    return DatabaseMonitor.opening(
        database,
        () -> {
          throw new IOException("never started");
        },
        running);
  }

  @Test
  void a_server_that_nobody_had_started_is_not_waited_for() {
    assertThat(UNUSED.timeout(embedded(false))).isZero();
  }

  @Test
  void a_server_that_runs_may_have_changes_and_is_waited_for() {
    assertThat(UNUSED.timeout(embedded(true))).isPositive();
    assertThat(UNUSED.timeout(DatabaseMonitor.opening(database))).isPositive();
  }

  @Test
  void a_database_that_a_command_has_used_since_is_waited_for_longest() {
    assertThat(USED.timeout(embedded(false)))
        .isEqualTo(USED.timeout(embedded(true)))
        .isGreaterThan(UNUSED.timeout(embedded(true)));
  }
}
