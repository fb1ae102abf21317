package org.marquee.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class WindowTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  @Test
  void a_window_has_at_most_31_days() {
    Instant longest = START.plus(Duration.ofDays(31));
    assertThat(new Window(START, longest).before()).isEqualTo(longest);
    for (Instant later : new Instant[] {longest.plusNanos(1), START.plus(Duration.ofDays(40))}) {
      assertThat(Window.fault(START, later)).isEqualTo(Window.WindowFault.TOO_LONG);
      assertThatThrownBy(() -> new Window(START, later))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_window_ends_after_it_begins() {
    assertThat(Window.fault(START, START.plusNanos(1))).isNull();
    for (Instant earlier : new Instant[] {START, START.minusNanos(1)}) {
      assertThat(Window.fault(START, earlier)).isEqualTo(Window.WindowFault.EMPTY);
      assertThatThrownBy(() -> new Window(START, earlier))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void bounds_hold_both_ends_and_count_code_points() {
    Bounds bounds = new Bounds(1, 3);
    assertThat(bounds.contains(1)).isTrue();
    assertThat(bounds.contains(3)).isTrue();
    assertThat(bounds.contains(0.999)).isFalse();
    assertThat(bounds.contains(3.001)).isFalse();
    assertThat(bounds.contains(Double.NaN)).isFalse();
    assertThat(bounds.containsLengthOf("🎬🎬🎬")).isTrue();
    assertThat(bounds.containsLengthOf("")).isFalse();
    assertThat(bounds.containsLengthOf("abcd")).isFalse();
    assertThatThrownBy(() -> new Bounds(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
