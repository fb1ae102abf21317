package org.marquee.collect.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.feed.StandIns;
import org.marquee.listing.SourceTerms;

@NullMarked
class ScheduleTest {
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

  @Test
  void by_hand_is_never_due() {
    assertThat(new Schedule.ByHand().isDue(NOON, null)).isFalse();
  }

  @Test
  void a_period_counts_from_beginning_to_beginning() {
    Schedule every = new Schedule.Every(Duration.ofMinutes(30));
    assertThat(every.isDue(NOON, null)).isTrue();
    assertThat(every.isDue(NOON, NOON.minusSeconds(1799))).isFalse();
    assertThat(every.isDue(NOON, NOON.minusSeconds(1800))).isTrue();
  }

  @Test
  void a_time_of_day_is_due_once_in_its_zone() {
    Schedule at =
        new Schedule.At(
            List.of(LocalTime.of(18, 0), LocalTime.of(6, 0)), ZoneId.of("Europe/London"));
    Instant six = Instant.parse("2026-06-01T05:00:00Z");
    assertThat(at.isDue(six.minusSeconds(1), six.minusSeconds(39600))).isFalse();
    assertThat(at.isDue(six, six.minusSeconds(1))).isTrue();
    assertThat(at.isDue(NOON, six)).isFalse();
    assertThat(at.isDue(NOON, six.minusSeconds(1))).as("missed, and made up for").isTrue();
    assertThat(at.isDue(six.minusSeconds(1), Instant.parse("2026-05-31T16:59:59Z")))
        .as("the evening before")
        .isTrue();
    assertThat(at.isDue(NOON, null)).isTrue();
  }

  @Test
  void a_beginning_that_the_clock_has_not_reached_counts_as_none() {
    Instant ahead = NOON.plus(Duration.ofDays(365));
    assertThat(new Schedule.Every(Duration.ofMinutes(30)).isDue(NOON, ahead)).isTrue();
    assertThat(new Schedule.At(List.of(LocalTime.of(6, 0)), ZoneId.of("UTC")).isDue(NOON, ahead))
        .isTrue();
    assertThat(new Schedule.ByHand().isDue(NOON, ahead)).isFalse();
  }

  @Test
  void a_time_that_the_clock_change_skips_comes_later_and_one_it_repeats_comes_once() {
    Schedule at = new Schedule.At(List.of(LocalTime.of(1, 30)), ZoneId.of("Europe/London"));
    Instant skipped = Instant.parse("2026-03-29T01:30:00Z");
    assertThat(at.isDue(skipped.minusSeconds(1), skipped.minusSeconds(80000))).isFalse();
    assertThat(at.isDue(skipped, skipped.minusSeconds(80000))).isTrue();
    Instant first = Instant.parse("2026-10-25T00:30:00Z");
    assertThat(at.isDue(first, first.minusSeconds(1))).isTrue();
    assertThat(at.isDue(first.plusSeconds(3600), first)).isFalse();
  }

  @Test
  void the_longest_pause_is_that_of_the_schedule() {
    assertThat(new Schedule.ByHand().longestPause()).isEmpty();
    assertThat(new Schedule.Every(Duration.ofHours(6)).longestPause())
        .contains(Duration.ofHours(6));
    assertThat(at(6).longestPause()).contains(Duration.ofHours(24));
    assertThat(at(6, 9, 18).longestPause()).contains(Duration.ofHours(12));
    assertThat(at(1, 23).longestPause()).contains(Duration.ofHours(22));
  }

  private static Schedule at(int... hours) {
    return new Schedule.At(
        IntStream.of(hours).mapToObj(hour -> LocalTime.of(hour, 0)).toList(),
        ZoneId.of("Europe/London"));
  }

  @Test
  void a_provider_is_late_after_two_intervals_but_not_within_a_day() {
    assertThat(lateAfter(new Schedule.Every(Duration.ofMinutes(15)), true))
        .isEqualTo(Duration.ofHours(30));
    assertThat(lateAfter(new Schedule.Every(Duration.ofHours(20)), true))
        .isEqualTo(Duration.ofHours(40));
    assertThat(lateAfter(new Schedule.Every(Duration.ofDays(7)), true))
        .isEqualTo(Duration.ofDays(14));
    assertThat(lateAfter(new Schedule.ByHand(), true)).isEqualTo(Duration.ofDays(2));
    assertThat(lateAfter(new Schedule.Every(Duration.ofDays(7)), false)).isNull();
  }

  private static @Nullable Duration lateAfter(Schedule schedule, boolean renewed) {
    return new Provider(
            "rex",
            0,
            new Provider.Places.OnDisk(List.of("rex.ndjson"), false),
            new Provider.Pattern(null, null, null, null, StandIns.NONE),
            schedule,
            1,
            renewed,
            SourceTerms.NONE)
        .lateAfter();
  }
}
