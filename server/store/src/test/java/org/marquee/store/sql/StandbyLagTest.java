package org.marquee.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// A node does not show older data when its connection moves to another standby.
@NullMarked
class StandbyLagTest {
  private final AtomicLong nanos = new AtomicLong(-1);
  private final StandbyLag lag = new StandbyLag(nanos::get);

  @Test
  void a_standby_that_lacks_what_was_read_before_is_away_until_it_has_caught_up() {
    assertThatCode(() -> lag.check(5, () -> false)).doesNotThrowAnyException();
    for (int second = 0; second < 29; second++) {
      assertThatThrownBy(() -> lag.check(4, () -> true))
          .isInstanceOfSatisfying(SQLException.class, e -> assertThat(Outage.is(e)).isTrue())
          .hasMessageContaining("lacks those up to 5");
      pass(Duration.ofSeconds(1));
    }
    assertThatCode(() -> lag.check(5, () -> true)).doesNotThrowAnyException();
    pass(Duration.ofHours(1));
    assertThatThrownBy(() -> lag.check(4, () -> true)).isInstanceOf(SQLException.class);
  }

  @Test
  void a_primary_is_believed_at_once_whatever_it_has() {
    assertThatCode(() -> lag.check(5, () -> false)).doesNotThrowAnyException();
    assertThatCode(() -> lag.check(2, () -> false)).doesNotThrowAnyException();
    assertThatCode(() -> lag.check(3, () -> true)).doesNotThrowAnyException();
  }

  @Test
  void a_standby_that_never_catches_up_has_another_history_and_is_followed_after_half_a_minute() {
    assertThatCode(() -> lag.check(5, () -> true)).doesNotThrowAnyException();
    assertThatThrownBy(() -> lag.check(3, () -> true)).isInstanceOf(SQLException.class);
    pass(Duration.ofSeconds(30));
    assertThatCode(() -> lag.check(3, () -> true)).doesNotThrowAnyException();
    assertThatCode(() -> lag.check(4, () -> true)).doesNotThrowAnyException();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
