package org.marquee.feed.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class ZonesTest {
  @ParameterizedTest
  @CsvSource({
    "Europe/London, Europe/London",
    "' Europe/London ', Europe/London",
    "UTC, UTC",
    "GMT Standard Time, Europe/London",
    "gmt standard time, Europe/London"
  })
  void a_zone_goes_by_its_name_of_iana_or_of_windows(String name, String zone) {
    assertThat(Zones.named(name)).contains(ZoneId.of(zone));
  }

  @ParameterizedTest
  @ValueSource(strings = {"EST", "CET", "GB", "+01:00", "GMT+1", "Europe/Atlantis", ""})
  void what_is_several_zones_or_none_is_none(String name) {
    assertThat(Zones.named(name)).isEmpty();
  }
}
