package org.marquee.feed.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.Findings;
import org.marquee.notice.Code;

@NullMarked
class ZonesByPositionTest {
  private final Findings findings = new Findings();

  private @Nullable String zone(
      @Nullable String said, @Nullable Double latitude, @Nullable Double longitude) {
    new ZonesByPosition(findings)
        .row(
            1,
            new FeedRow.Valid(
                new FeedRecord.Cinema(
                    "rex", "Rex", null, said, "GB", "Bay", "B1", null, latitude, longitude, null)));
    return ((FeedRecord.Cinema) findings.onlyRecord()).timeZone();
  }

  @Test
  void a_cinema_without_a_zone_has_that_of_its_position() {
    assertThat(zone(null, 51.37, 1.13)).isEqualTo("Europe/London");
    assertThat(findings.codes()).containsExactly(Code.TIME_ZONE_BY_POSITION);
  }

  @Test
  void a_zone_in_the_feed_stays() {
    assertThat(zone("Europe/Lisbon", 51.37, 1.13)).isEqualTo("Europe/Lisbon");
    assertThat(findings.notices).isEmpty();
  }

  @Test
  void a_cinema_without_position_has_none() {
    assertThat(zone(null, null, null)).isNull();
    assertThat(findings.notices).isEmpty();
  }
}
