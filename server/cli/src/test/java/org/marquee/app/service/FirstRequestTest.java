package org.marquee.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.sample.SampleRegion;

@NullMarked
class FirstRequestTest {
  @Test
  void before_five_the_line_asks_for_the_day_that_lies_ahead() {
    assertThat(FirstRequest.programme(Instant.parse("2026-07-29T03:59:00Z")))
        .endsWith("&radiusKm=5&date=2026-07-29");
    assertThat(FirstRequest.programme(Instant.parse("2026-07-28T23:00:00Z")))
        .endsWith("&date=2026-07-29");
    assertThat(FirstRequest.programme(Instant.parse("2026-07-29T04:00:00Z")))
        .isEqualTo(SampleRegion.PROGRAMME);
    assertThat(FirstRequest.programme(Instant.parse("2026-07-29T22:59:00Z")))
        .isEqualTo(SampleRegion.PROGRAMME);
  }
}
