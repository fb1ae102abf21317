package org.marquee.feed.mapped;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Findings;
import org.marquee.notice.Code;

/// Feeds of the ready mappings with possible later changes: a day that is an error, lists that are
/// no lists, buildings that are areas.
@NullMarked
class LaterVersionsTest {
  private static final String DAY =
      """
      {"body":{"films":[{"id":"f1","name":"The Lantern"}],"events":[{"id":"1","filmId":"f1",
       "cinemaId":"082","eventDateTime":"2026-03-28T20:30:00","attributeIds":[]}]}}\
      """;

  private static Findings read(String mapping, String... files) throws IOException {
    byte[][] parts = new byte[files.length][];
    for (int at = 0; at < files.length; at++) {
      parts[at] = files[at].getBytes(UTF_8);
    }
    return Findings.of(Ready.reader(mapping), null, parts);
  }

  @Test
  void a_day_that_is_an_error_withdraws_nothing() throws IOException {
    Findings findings = read("cineworld", DAY, "{\"error\":{\"code\":500}}");
    assertThat(findings.headers.getFirst().mode()).isEqualTo(FeedHeader.Mode.DELTA);
    assertThat(findings.codes()).contains(Code.PART_LOST);
    assertThat(findings.lines()).isEqualTo(2);
  }

  @Test
  void a_list_of_dates_belongs_to_the_feed() throws IOException {
    Findings findings = read("cineworld", DAY, "{\"body\":{\"dates\":[\"2026-03-28\"]}}");
    assertThat(findings.headers.getFirst().mode()).isEqualTo(FeedHeader.Mode.FULL);
    assertThat(findings.codes()).doesNotContain(Code.PART_LOST);
  }

  @Test
  void a_list_that_is_none_is_refused_and_withdraws_nothing() throws IOException {
    Findings findings =
        read(
            "vue",
            """
            {"result":[{"filmId":"f1","filmTitle":"The Lantern","showingGroups":[{"sessions":"soon"},
             {"sessions":[{"sessionId":"1","bookingUrl":"/book-tickets/summary/10032/f1/1",
             "showTimeWithTimeZone":"2026-03-28T20:30:00+00:00"}]}, {"sessions":null}]}]}\
            """);
    assertThat(findings.headers.getFirst().mode()).isEqualTo(FeedHeader.Mode.DELTA);
    assertThat(findings.onlyRefused().notice().place())
        .isEqualTo("line 2 ($.result[0].showingGroups[0].sessions)");
    assertThat(findings.lines()).isEqualTo(3);
  }

  @Test
  void an_area_is_where_its_first_corner_is() throws IOException {
    Findings findings =
        read(
            "osm-cinemas",
            """
            {"features":[{"id":"way/1","properties":{"amenity":"cinema","name":"Rex"},
             "geometry":{"type":"Polygon","coordinates":[[[13.1,52.1],[13.3,52.3],[13.1,52.1]]]}},
             {"id":"relation/2","properties":{"amenity":"cinema","name":"Odeon"},
             "geometry":{"type":"MultiPolygon","coordinates":[[[[13.1,52.1],[13.3,52.3]]]]}},
             {"id":"node/3","properties":{"amenity":"cinema","name":"Lux"},
             "geometry":{"type":"Point","coordinates":[13.1,52.1]}}]}\
            """);
    assertThat(findings.records)
        .hasSize(3)
        .allSatisfy(record -> {
          assertThat(record).isInstanceOf(FeedRecord.Cinema.class);
          assertThat(((FeedRecord.Cinema) record).latitude()).isEqualTo(52.1);
          assertThat(((FeedRecord.Cinema) record).longitude()).isEqualTo(13.1);
        });
  }
}
