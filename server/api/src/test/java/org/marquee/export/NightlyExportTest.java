package org.marquee.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When bulk files are due.
@NullMarked
class NightlyExportTest {
  @ParameterizedTest
  @CsvSource({
    "2026-11-22T03:59:59Z, 2026-11-21T04:00:00Z",
    "2026-11-22T04:00:00Z, 2026-11-22T04:00:00Z",
    "2026-11-22T23:00:00Z, 2026-11-22T04:00:00Z",
    "2026-03-01T00:00:00Z, 2026-02-28T04:00:00Z"
  })
  void files_are_of_the_last_night(Instant now, Instant night) {
    assertThat(NightlyExport.lastNight(now)).isEqualTo(night);
    assertThat(NightlyExport.isDue(now, night)).isFalse();
    assertThat(NightlyExport.isDue(now, night.minusSeconds(1))).isTrue();
    assertThat(NightlyExport.isDue(now, now.plusSeconds(1))).as("the clock was ahead").isTrue();
  }
}
