package org.marquee.feed.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;
import org.marquee.feed.FeedStart;

@NullMarked
class LocalTimesTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 21);

  @ParameterizedTest
  @Cases(
      """
      19:30, 2026-11-21T19:30 | 19:30:15, 2026-11-21T19:30:15 | 19:30:15.000, 2026-11-21T19:30:15
      9:05, 2026-11-21T09:05 | 19.30, 2026-11-21T19:30 | 1930, 2026-11-21T19:30
      193015, 2026-11-21T19:30:15 | 19h30, 2026-11-21T19:30 | 7:00 PM, 2026-11-21T19:00
      7:00pm, 2026-11-21T19:00 | 7 p.m., 2026-11-21T19:00 | 7pm, 2026-11-21T19:00
      12:15 AM, 2026-11-21T00:15 | 12:15 PM, 2026-11-21T12:15 | 13:30 PM, 2026-11-21T13:30
      00:00, 2026-11-21T00:00 | 24:00, 2026-11-22T00:00
      """)
  void times_are_read_as_cinemas_write_them(String text, LocalDateTime meant) {
    assertThat(LocalTimes.clock(text).map(DAY.atStartOfDay()::plus)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {""})
  @Cases(
      """
      7 | 19 | 19:60 | 24:00:01 | 25:15 | 19:30:60 | 7:00 XM | 13:30 AM | 0:30 PM | noon | 7:0 | 193 | 7:00 P
      19:30Z | 19:30+01:00 | -7:00 | 7:00 PM PM | m | 77777777777
      """)
  void what_is_no_clear_time_is_none(String text) {
    assertThat(LocalTimes.clock(text)).isEmpty();
  }

  @Test
  void zeros_of_systems_are_no_dates() {
    assertThat(LocalTimes.date("18991230").map(LocalTimes::isEmpty)).contains(true);
    assertThat(LocalTimes.date("0001-01-01").map(LocalTimes::isEmpty)).contains(true);
    assertThat(LocalTimes.isEmpty(DAY)).isFalse();
  }

  @Test
  void a_z_that_is_really_local_leaves_the_digits() {
    FeedStart.Exact written = new FeedStart.Exact(Instant.parse("2025-07-01T19:30:00Z"), 0);
    assertThat(written.asLocal().time()).isEqualTo("2025-07-01T19:30");
    FeedStart.Exact offset = new FeedStart.Exact(Instant.parse("2025-07-01T19:30:00Z"), 60);
    assertThat(offset.asLocal().time()).isEqualTo("2025-07-01T20:30");
  }

  @Test
  void an_offset_that_is_not_the_zones_is_seen_at_every_clock_change() {
    SplittableRandom random = new SplittableRandom(20261121);
    for (String name : List.of("Europe/London", "America/New_York", "Australia/Lord_Howe")) {
      ZoneId zone = ZoneId.of(name);
      ZoneOffsetTransition change =
          zone.getRules().nextTransition(Instant.parse("2026-01-01T00:00:00Z"));
      for (int round = 0; round < 200; round++) {
        Instant before = change.getInstant().minusSeconds(1 + random.nextInt(86_400));
        Instant after = change.getInstant().plusSeconds(random.nextInt(86_400));
        int offsetBefore = change.getOffsetBefore().getTotalSeconds() / 60;
        int offsetAfter = change.getOffsetAfter().getTotalSeconds() / 60;
        assertThat(new FeedStart.Exact(before, offsetBefore).agrees(zone)).isTrue();
        assertThat(new FeedStart.Exact(after, offsetAfter).agrees(zone)).isTrue();
        assertThat(new FeedStart.Exact(before, offsetAfter).agrees(zone))
            .isEqualTo(offsetAfter == 0);
        assertThat(new FeedStart.Exact(after, offsetBefore).agrees(zone))
            .isEqualTo(offsetBefore == 0);
      }
    }
  }

  /// Every local time within a day of a clock change, in every zone. The chosen instant gives the
  /// same local time, or one later by the length of the gap.
  @Test
  void around_clock_changes_no_time_is_lost_and_none_is_invented() {
    SplittableRandom random = new SplittableRandom(7);
    int changes = 0;
    for (String name : ZoneId.getAvailableZoneIds()) {
      ZoneId zone = ZoneId.of(name);
      ZoneOffsetTransition change =
          zone.getRules().nextTransition(Instant.parse("2025-01-01T00:00:00Z"));
      if (change == null) {
        continue;
      }
      changes++;
      for (int round = 0; round < 50; round++) {
        LocalDateTime wall =
            change.getDateTimeBefore().plusMinutes(random.nextInt(-1440, 1440)).withSecond(0);
        StartTime start = StartTime.at(wall, zone);
        LocalDateTime shown = LocalDateTime.ofInstant(start.instant(), zone);
        switch (start.change()) {
          case null -> assertThat(shown).isEqualTo(wall);
          case START_TIME_AMBIGUOUS -> {
            assertThat(shown).isEqualTo(wall);
            Duration repeated = change.getDuration().negated();
            assertThat(LocalDateTime.ofInstant(start.instant().plus(repeated), zone))
                .as("the later of the two")
                .isEqualTo(wall);
          }
          default -> assertThat(Duration.between(wall, shown)).isEqualTo(change.getDuration());
        }
      }
    }
    assertThat(changes).isGreaterThan(100);
  }

  /// Random text of the letters of times. If it is read as a time, writing and reading that time
  /// gives the same one.
  @Test
  void whatever_is_written_reading_never_fails() {
    SplittableRandom random = new SplittableRandom(3);
    String letters = "0123456789:.apmAPMhT -+Z";
    for (int round = 0; round < 10_000; round++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(20);
      for (int at = 0; at < length; at++) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      LocalTimes.date(text.toString());
      LocalTimes.clock(text.toString())
          .ifPresent(clock -> {
            String written =
                String.format(
                    Locale.ROOT,
                    "%02d:%02d:%02d",
                    clock.toHours(),
                    clock.toMinutesPart(),
                    clock.toSecondsPart());
            assertThat(LocalTimes.clock(written)).as(text.toString()).contains(clock);
          });
    }
  }

  @ParameterizedTest
  @Cases(
      """
      51.513, -0.131, Europe/London | 48.857, 2.352, Europe/Paris | 45.07, 7.69, Europe/Rome
      30.267, -97.743, America/Chicago | 40.758, -73.985, America/New_York
      -37.81, 144.96, Australia/Melbourne | 39.74, -104.99, America/Denver
      """)
  void a_position_has_a_zone(double latitude, double longitude, String zone) {
    assertThat(Zones.at(latitude, longitude)).contains(ZoneId.of(zone));
  }
}
