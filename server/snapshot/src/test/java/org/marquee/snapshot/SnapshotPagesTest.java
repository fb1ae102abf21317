package org.marquee.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Attributes;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.page.OutputBuffer;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.search.Snapshot;

@NullMarked
class SnapshotPagesTest {
  private static final int FROM = Micros.daysBefore(World.TODAY, 7);

  private final World world = new World(1);
  private final SnapshotPages pages = new SnapshotPages(System::nanoTime);

  /// The check whether a window is held may use one snapshot, and the read after it another.
  @Test
  void a_window_whose_first_day_has_just_left_is_not_answered_without_that_day() {
    Instant firstDay = Micros.instant(FROM * Micros.A_DAY);
    ShowtimeQuery query =
        new ShowtimeQuery(
            new Window(firstDay, firstDay.plus(Duration.ofDays(3))), null, null, Attributes.NONE);
    pages.put(snapshotFrom(FROM));
    assertThat(pages.holds(query.window())).isTrue();
    pages.put(snapshotFrom(FROM + 1));
    OutputBuffer out = new OutputBuffer(64);
    assertThatThrownBy(() -> pages.inOneState(state -> state.showtimes(query, null, 25, out)))
        .isInstanceOf(ListingsUnavailable.class);
    assertThat(out.length()).isZero();
    assertThat(pages.holds(query.window())).isFalse();
    pages.put(Snapshot.NOTHING);
  }

  @Test
  void one_state_stays_readable_when_it_is_replaced_meanwhile() {
    Instant day = Micros.instant((FROM + 1) * Micros.A_DAY);
    ShowtimeQuery query =
        new ShowtimeQuery(
            new Window(day, day.plus(Duration.ofDays(3))), null, null, Attributes.NONE);
    pages.put(snapshotFrom(FROM));
    OutputBuffer before = new OutputBuffer(64);
    OutputBuffer after = new OutputBuffer(64);
    pages.inOneState(state -> {
      state.showtimes(query, null, 25, before);
      pages.put(Snapshot.NOTHING);
      return state.showtimes(query, null, 25, after);
    });
    assertThat(after.length()).isPositive();
    assertThat(after.toBytes()).isEqualTo(before.toBytes());
    assertThatThrownBy(() -> pages.inOneState(state -> state.showtimes(query, null, 25, after)))
        .isInstanceOf(ListingsUnavailable.class);
  }

  private Snapshot snapshotFrom(int day) {
    SnapshotBuilder copying = new SnapshotBuilder(Snapshot.NOTHING, day);
    world.copy(null, Micros.instant(day * Micros.A_DAY), 1_000, copying);
    return copying.finish();
  }
}
