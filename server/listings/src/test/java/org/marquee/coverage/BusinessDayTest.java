package org.marquee.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Today;

/// The days of a cinema, by its own clock.
@NullMarked
class BusinessDayTest {
  private static final ZoneId LONDON = ZoneId.of("Europe/London");

  private static Duration length(String day, ZoneId zone) {
    LocalDate date = LocalDate.parse(day);
    return Duration.between(BusinessDay.start(date, zone), BusinessDay.end(date, zone));
  }

  @Test
  void a_day_of_a_clock_change_is_shorter_or_longer() {
    assertThat(length("2026-03-27", LONDON)).hasHours(24);
    assertThat(length("2026-03-28", LONDON)).hasHours(23);
    assertThat(length("2026-10-24", LONDON)).hasHours(25);
    // Samoa skipped a day.
    assertThat(length("2011-12-29", ZoneId.of("Pacific/Apia"))).hasHours(24);
    assertThat(length("2011-12-30", ZoneId.of("Pacific/Apia"))).isZero();
  }

  @Test
  void what_starts_after_midnight_belongs_to_the_evening_before() {
    Instant late = Instant.parse("2026-07-12T04:59:59.999999+01:00");
    assertThat(BusinessDay.of(late, LONDON)).isEqualTo("2026-07-11");
    assertThat(BusinessDay.of(late.plusNanos(1000), LONDON)).isEqualTo("2026-07-12");
  }

  @Test
  void every_instant_belongs_to_one_day_wherever_it_is() {
    Random random = new Random(20_261_122);
    for (String zone : ZoneId.getAvailableZoneIds()) {
      ZoneId clock = ZoneId.of(zone);
      for (int time = 0; time < 50; time++) {
        Instant at = Instant.ofEpochSecond(random.nextLong(0, 2_500_000_000L));
        LocalDate day = BusinessDay.of(at, clock);
        assertThat(BusinessDay.start(day, clock)).as(zone).isBeforeOrEqualTo(at);
        assertThat(BusinessDay.end(day, clock)).as(zone).isAfter(at);
      }
    }
  }

  @Test
  void today_lasts_until_a_day_begins_at_any_of_the_clocks() {
    List<ZoneId> clocks = List.of(LONDON, ZoneId.of("Asia/Kathmandu"));
    Today today = Today.of(clocks, Instant.parse("2026-03-29T03:00:00Z"));
    assertThat(today.since()).isEqualTo("2026-03-28T23:15:00Z");
    assertThat(today.until()).isEqualTo("2026-03-29T04:00:00Z");
  }
}
