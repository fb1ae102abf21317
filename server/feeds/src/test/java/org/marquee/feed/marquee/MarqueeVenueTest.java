package org.marquee.feed.marquee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Findings;

/// A native feed with a cinema that the operator describes.
@NullMarked
class MarqueeVenueTest {
  private static final FeedRecord.Cinema REX =
      new FeedRecord.Cinema(
          "rex",
          "Rex",
          "lux",
          "Europe/London",
          "GB",
          "London",
          "E8 2PB",
          "1 High Street",
          51.5,
          -0.1,
          Instant.parse("2020-01-01T00:00:00Z"));

  private static final String FILM =
      "{\"type\":\"film\",\"externalId\":\"f1\",\"title\":\"Solaris\"}\n";

  private static String header(String more) {
    return "{\"type\":\"feed\",\"version\":1,\"observedAt\":\"2026-11-21T06:00:00Z\","
        + more
        + "}\n";
  }

  private static Findings read(String feed) throws IOException {
    return Findings.of(new MarqueeReader(), REX, feed.getBytes(UTF_8));
  }

  @Test
  void the_feed_speaks_for_that_venue_only() throws IOException {
    Findings findings = read(header("\"mode\":\"full\""));
    assertThat(findings.headers)
        .extracting(FeedHeader::covers)
        .containsExactly(new FeedHeader.Covers(null, null, Set.of("rex")));
  }

  @Test
  void the_window_that_the_feed_covers_stays() throws IOException {
    Findings findings =
        read(
            header(
                "\"mode\":\"full\",\"covers\":{\"from\":\"2026-11-22T00:00:00Z\","
                    + "\"until\":\"2026-11-29T00:00:00Z\",\"cinemas\":[\"rex\",\"other\"]}"));
    assertThat(findings.headers)
        .extracting(FeedHeader::covers)
        .containsExactly(
            new FeedHeader.Covers(
                Instant.parse("2026-11-22T00:00:00Z"),
                Instant.parse("2026-11-29T00:00:00Z"),
                Set.of("rex")));
  }

  @Test
  void what_its_cinema_lacks_is_completed_and_what_it_says_stays() throws IOException {
    Findings findings =
        read(
            header("\"mode\":\"full\"")
                + "{\"type\":\"cinema\",\"externalId\":\"rex\",\"name\":\"The Rex\","
                + "\"location\":{\"locality\":\"Hackney\",\"latitude\":51.6,\"longitude\":0}}\n"
                + "{\"type\":\"cinema\",\"externalId\":\"other\",\"name\":\"Other\"}\n");
    assertThat(findings.records)
        .containsExactly(
            new FeedRecord.Cinema(
                "rex",
                "The Rex",
                "lux",
                "Europe/London",
                "GB",
                "Hackney",
                "E8 2PB",
                "1 High Street",
                51.6,
                0.0,
                null),
            new FeedRecord.Cinema(
                "other", "Other", null, null, null, null, null, null, null, null, null));
  }

  @Test
  void a_position_comes_whole_from_one_of_the_two() throws IOException {
    Findings findings =
        read(
            header("\"mode\":\"delta\"")
                + "{\"type\":\"cinema\",\"externalId\":\"rex\",\"name\":\"Rex\"}\n");
    assertThat(findings.onlyRecord())
        .isInstanceOfSatisfying(
            FeedRecord.Cinema.class,
            cinema -> {
              assertThat(cinema.latitude()).isEqualTo(51.5);
              assertThat(cinema.longitude()).isEqualTo(-0.1);
            });
  }

  @Test
  void without_a_cinema_line_the_cinema_is_one_more_record() throws IOException {
    for (String mode : new String[] {"full", "delta"}) {
      Findings findings = read(header("\"mode\":\"" + mode + "\"") + FILM);
      assertThat(findings.lines()).isEqualTo(2);
      assertThat(findings.records.getLast()).isEqualTo(REX);
      assertThat(findings.log.getLast()).startsWith("3: ");
    }
  }

  @Test
  void a_refused_cinema_line_does_not_take_its_place() throws IOException {
    Findings findings =
        read(header("\"mode\":\"full\"") + FILM + "{\"type\":\"cinema\",\"externalId\":\"rex\"}\n");
    assertThat(findings.onlyRefused().externalId()).isEqualTo("rex");
    assertThat(findings.records.getLast()).isEqualTo(REX);
  }

  @Test
  void a_cinema_that_the_feed_takes_back_is_not_brought_back() throws IOException {
    Findings findings =
        read(
            header("\"mode\":\"delta\"")
                + "{\"type\":\"withdrawn\",\"kind\":\"cinema\",\"externalId\":\"rex\"}\n");
    assertThat(findings.onlyRecord()).isInstanceOf(FeedRecord.Withdrawn.class);
  }

  @Test
  void a_feed_of_refused_lines_gets_no_sound_one() throws IOException {
    Findings findings = read(header("\"mode\":\"full\"") + "nonsense\n");
    assertThat(findings.records).isEmpty();
  }
}
