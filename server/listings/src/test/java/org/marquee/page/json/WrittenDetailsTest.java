package org.marquee.page.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Attributes;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;
import org.marquee.page.OutputBuffer;

@NullMarked
class WrittenDetailsTest {
  private static final Instant START = Instant.parse("2026-12-31T21:45:30.5Z");

  private static String written(
      @Nullable String document, Instant start, int offset, @Nullable Integer runs) {
    Showtime showtime =
        new Showtime(
            "st_1",
            "fi_1",
            "ci_1",
            start,
            offset,
            "https://r.test/{\"observedAt\":\"no\"}",
            Attributes.NONE,
            null,
            null,
            new Provenance(
                Instant.parse("2026-11-01T00:00:00Z"), null, "rex", "{\"observedAt\":\"no\"}"),
            document);
    OutputBuffer out = new OutputBuffer(8).takeDetails();
    RecordPlaces places = new RecordPlaces(out);
    places.note();
    out.add(JsonRecordEncoder.write(showtime).text());
    places.note();
    int length = out.length();
    places.print(0, showtime, runs);
    return out.toString().substring(length);
  }

  @Test
  void members_stand_in_the_order_of_the_table_with_whom_they_are_from() {
    assertThat(
            written(
                """
                {"price": {"to": 12.5, "from": 9, "currency": "EUR"}, "endsAt": 100, "formats": ["3d"],
                 "sources": {"formats": "lux"}, "availability": {"status": "sold_out"}, "other": 1}
                """,
                START,
                0,
                90))
        .isEqualTo(
            """
            {"availability":{"status":"sold_out","observedAt":"2026-11-01T00:00:00Z"},\
            "endsAt":{"at":"2026-12-31T23:25:30.5Z","basis":"given"},"formats":["3d"],\
            "price":{"from":9,"to":12.5,"currency":"EUR"},\
            "sources":{"availability":"rex","endsAt":"rex","formats":"lux","price":"rex"}}\
            """);
  }

  @Test
  void what_a_person_says_of_tickets_was_observed_by_no_source() {
    assertThat(
            written(
                """
                {"availability": {"status": "sold_out"}, "sources": {"availability": "correction"}}
                """,
                START,
                0,
                null))
        .isEqualTo(
            "{\"availability\":{\"status\":\"sold_out\"},\"sources\":{\"availability\":\"correction\"}}");
  }

  @Test
  void the_end_is_computed_where_no_source_gives_it_and_the_film_says_how_long_it_runs() {
    assertThat(written(null, START, 90, 120))
        .isEqualTo(
            "{\"endsAt\":{\"at\":\"2027-01-01T01:15:30.5+01:30\",\"basis\":\"running_time\"}}");
    assertThat(written(null, START, 0, null)).isEqualTo("{}");
    assertThat(written(null, Instant.parse("9999-12-31T23:00:00Z"), 0, 120)).isEqualTo("{}");
  }
}
