package org.marquee.feed.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.detail.Details;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedStart;
import org.marquee.feed.Findings;
import org.marquee.listing.Attributes;
import org.marquee.notice.Code;

@NullMarked
class ClockCheckTest {
  private final Findings findings = new Findings();
  private final ClockCheck clocks = new ClockCheck(findings);
  private long line;

  private void cinema(
      @Nullable String zone, @Nullable Double latitude, @Nullable Double longitude) {
    clocks.row(
        ++line,
        new FeedRow.Valid(
            new FeedRecord.Cinema(
                "rex", "Rex", null, zone, "GB", "Bay", "B1", null, latitude, longitude, null)));
  }

  private void showtime(FeedStart start) {
    clocks.row(
        ++line,
        new FeedRow.Valid(
            new FeedRecord.Showtime(
                "s" + line,
                "film",
                "rex",
                start,
                null,
                Attributes.NONE,
                null,
                null,
                null,
                null,
                Details.NONE)));
  }

  private static FeedStart at(String instant, int offsetMinutes) {
    return new FeedStart.Exact(Instant.parse(instant), offsetMinutes);
  }

  @Test
  void a_wrong_offset_is_reported_also_if_the_cinema_comes_later() {
    showtime(at("2027-07-01T18:30:00Z", 120));
    showtime(at("2027-07-01T18:30:00Z", 60));
    showtime(at("2027-07-01T18:30:00Z", 0));
    cinema("Europe/London", null, null);
    showtime(at("2027-01-01T18:30:00Z", 60));
    clocks.finish();
    assertThat(findings.notices)
        .extracting(notice -> notice.code() + " " + notice.place() + " " + notice.read())
        .containsExactly(
            "START_OFFSET_UNUSUAL line 5 2027-01-01T19:30:00+01:00",
            "START_OFFSET_UNUSUAL line 1 2027-07-01T20:30:00+02:00");
    assertThat(findings.records).hasSize(5);
  }

  @Test
  void many_shows_at_night_are_suspicious_and_a_few_are_not() {
    cinema("Australia/Sydney", null, null);
    for (int day = 1; day <= 4; day++) {
      // 19:30 is meant as local time.
      showtime(at("2027-07-0" + day + "T19:30:00Z", 0));
    }
    clocks.finish();
    assertThat(findings.notices).isEmpty();
    showtime(new FeedStart.Local(LocalDateTime.parse("2027-07-05T07:59")));
    showtime(new FeedStart.Local(LocalDateTime.parse("2027-07-05T08:00")));
    clocks.finish();
    assertThat(findings.codes()).isEqualTo(List.of(Code.START_TIMES_AT_NIGHT));
    assertThat(findings.notices.getFirst().detail()).isEqualTo("5 of its 6 showtimes");
    assertThat(findings.notices.getFirst().place()).isEqualTo("line 2");
  }

  @Test
  void the_cinemas_that_are_watched_are_bounded() {
    for (int number = 0; number <= 100_000; number++) {
      night("c" + number, 1);
    }
    night("c0", 4);
    night("c100000", 4);
    clocks.finish();
    assertThat(findings.notices).extracting(notice -> notice.read()).containsExactly("c0");
  }

  private void night(String cinema, int showtimes) {
    for (int number = 0; number < showtimes; number++) {
      clocks.row(
          ++line,
          new FeedRow.Valid(
              new FeedRecord.Showtime(
                  "s" + line,
                  "film",
                  cinema,
                  new FeedStart.Local(LocalDateTime.parse("2027-07-05T04:00")),
                  null,
                  Attributes.NONE,
                  null,
                  null,
                  null,
                  null,
                  Details.NONE)));
    }
  }
}
