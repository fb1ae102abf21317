package org.marquee.feed.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.Findings;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.time.Zones;
import org.marquee.notice.Code;

@NullMarked
class ZoneCheckTest {
  private final Findings findings = new Findings();
  private final ZoneCheck zones = new ZoneCheck(findings);
  private long line;

  @BeforeEach
  void begin() throws UnreadableFeed {
    zones.header(FeedHeader.ofCinemas(Findings.OBSERVED_AT, Set.of("rex"), FeedHeader.Keys.GIVEN));
  }

  private void cinema(
      String zone,
      @Nullable String country,
      @Nullable Double latitude,
      @Nullable Double longitude) {
    zones.row(
        ++line,
        new FeedRow.Valid(
            new FeedRecord.Cinema(
                "c" + line,
                "Rex",
                null,
                zone,
                country,
                "Bay",
                "B1",
                null,
                latitude,
                longitude,
                null)));
  }

  @ParameterizedTest
  @CsvSource({
    "America/New_York, DE,,", // another continent
    "America/New_York,, 53.35, -6.26", // Dublin
    "America/New_York, US, 53.35, -6.26",
    "UTC, GB,,", // wrong in summer
    "Europe/London, FR,,",
    "America/Chicago, US, 40.73, -73.99",
    "Europe/Berlin, IE, 53.35, -6.26",
    "America/New_York, DE, 40.73, -73.99", // the country is wrong
  })
  void a_zone_that_cannot_be_is_reported(
      String zone,
      @Nullable String country,
      @Nullable Double latitude,
      @Nullable Double longitude) {
    cinema("Europe/Vienna", "AT", 48.2, 16.37);
    cinema(zone, country, latitude, longitude);
    zones.finish();
    assertThat(findings.notices)
        .singleElement()
        .satisfies(notice -> {
          assertThat(notice.code()).isEqualTo(Code.TIME_ZONE_UNLIKELY);
          assertThat(notice.place()).isEqualTo("line 2");
          assertThat(notice.read()).isEqualTo(zone);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Belfast, GB, 54.6, -5.93", // an older name
    "Europe/Dublin, GB, 54.99, -7.32", // the clocks of a neighbour
    "Europe/Berlin, CH, 47.56, 7.59", // Basel
    "Europe/Paris, DE,,",
    "Europe/Jersey, GB, 49.19, -2.1",
    "America/Puerto_Rico, US, 18.45, -66.06",
    "Indian/Reunion, FR, -20.88, 55.45",
    "Asia/Jerusalem, PS, 31.9, 35.2",
    "America/Ciudad_Juarez, MX, 31.69, -106.42", // younger than the map
    "America/Punta_Arenas, CL, -53.15, -70.92",
    "America/Indiana/Knox, US, 41.3, -86.62",
    "America/Phoenix, US, 33.45, -112.07",
    "Europe/Kyiv, UA, 50.45, 30.52",
    "Asia/Urumqi, CN, 43.8, 87.6",
    "Asia/Shanghai, CN, 43.8, 87.6",
    "Europe/Berlin, DE, 0, 0", // nobody knows where
    "Europe/Berlin, ZZ,,",
    "Europe/Berlin,,,",
  })
  void a_zone_that_may_be_is_not(
      String zone,
      @Nullable String country,
      @Nullable Double latitude,
      @Nullable Double longitude) {
    cinema(zone, country, latitude, longitude);
    zones.finish();
    assertThat(findings.notices).isEmpty();
    assertThat(findings.records).hasSize(1);
  }

  @Test
  void where_no_zone_can_be_that_is_an_error_of_the_feed() {
    for (int each = 0; each < 3; each++) {
      cinema("America/New_York", "DE", null, null);
    }
    cinema("Europe/Berlin", null, null, null);
    zones.finish();
    assertThat(findings.notices)
        .singleElement()
        .satisfies(notice -> {
          assertThat(notice.code()).isEqualTo(Code.TIME_ZONE_WRONG);
          assertThat(notice.times()).isEqualTo(3);
        });
  }

  @Test
  void every_zone_of_a_country_is_known() {
    for (String country : Locale.getISOCountries()) {
      if (!Set.of("BV", "HM").contains(country)) { // nobody lives there
        assertThat(Zones.ofCountry(country)).as(country).isNotEmpty();
      }
    }
  }
}
