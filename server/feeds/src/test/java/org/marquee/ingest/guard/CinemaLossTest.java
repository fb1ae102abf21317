package org.marquee.ingest.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.guard.CinemaLoss.Reason;

@NullMarked
class CinemaLossTest {
  private static final Instant TAKEN = Instant.parse("2026-01-28T12:48:03Z");

  /// @param reach days from when the feed was taken to the last showtime known, and listed
  private static @Nullable Reason reason(
      long stored, long gone, long missed, long beyond, long listed, int reach, int reachNow) {
    return new CinemaLoss(
            TAKEN,
            stored,
            gone,
            missed,
            beyond,
            listed,
            TAKEN.plus(Duration.ofDays(reach)),
            listed == 0 ? null : TAKEN.plus(Duration.ofDays(reachNow)))
        .reason()
        .orElse(null);
  }

  @Test
  void a_programme_that_vanishes_is_kept_however_small() {
    assertThat(reason(1, 1, 1, 0, 0, 5, 0)).isEqualTo(Reason.EMPTY);
    assertThat(reason(200, 200, 200, 0, 0, 5, 0)).isEqualTo(Reason.EMPTY);
  }

  @Test
  void more_than_half_gone_is_kept_from_three_on() {
    assertThat(reason(10, 6, 6, 0, 4, 9, 9)).isEqualTo(Reason.SHRUNK);
    assertThat(reason(10, 5, 5, 0, 5, 9, 9)).isNull();
    assertThat(reason(3, 2, 2, 0, 1, 9, 9)).isEqualTo(Reason.SHRUNK);
    assertThat(reason(2, 1, 1, 0, 1, 9, 9)).isNull();
  }

  @Test
  void what_new_showtimes_of_the_same_day_stand_in_for_may_go() {
    assertThat(reason(100, 100, 0, 0, 100, 9, 9)).isNull();
    assertThat(reason(10, 8, 5, 0, 5, 9, 9)).isNull();
  }

  @Test
  void a_programme_that_is_cut_off_is_kept() {
    assertThat(reason(307, 85, 85, 85, 222, 62, 31)).isEqualTo(Reason.HORIZON);
    assertThat(reason(100, 20, 20, 20, 80, 50, 41)).isNull();
    assertThat(reason(100, 20, 20, 20, 80, 50, 39)).isEqualTo(Reason.HORIZON);
  }

  @Test
  void a_single_event_far_ahead_may_be_withdrawn() {
    assertThat(reason(100, 2, 2, 2, 98, 90, 7)).isNull();
  }

  @Test
  void a_programme_that_loses_more_before_than_after_is_not_cut_off() {
    assertThat(reason(100, 10, 10, 5, 90, 50, 30)).isNull();
  }

  @Test
  void a_day_or_two_are_no_horizon() {
    assertThat(reason(10, 3, 3, 3, 7, 5, 3)).isNull();
    assertThat(reason(10, 3, 3, 3, 7, 6, 3)).isEqualTo(Reason.HORIZON);
  }

  @Test
  void nothing_gone_is_nothing_kept() {
    assertThat(reason(0, 0, 0, 0, 0, 0, 0)).isNull();
  }
}
