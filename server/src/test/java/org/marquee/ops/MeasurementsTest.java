package org.marquee.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.Answered;

/// What `/metrics` makes of answers.
@NullMarked
class MeasurementsTest {
  @Test
  void a_request_that_could_not_be_read_has_a_route_of_its_own() {
    try (Measurements measurements = new Measurements()) {
      measurements.answers(new Answered(null, "", "", "", 400, 1));
      assertThat(measurements.text())
          .contains("marquee_http_requests_seconds_count{route=\"unreadable\",status=\"400\"} 1");
    }
  }

  @Test
  void the_label_of_a_route_is_its_path_without_the_version() {
    Map.of(
            "", "other",
            "/v1/films", "films",
            "/v1/films/{filmId}", "films/id",
            "/v1/cinemas/{cinemaId}/calendar.ics", "cinemas/id/calendar.ics",
            "/docs/{page}", "docs/id",
            "search_films", "search_films")
        .forEach((route, label) -> assertThat(Measurements.label(route)).isEqualTo(label));
  }
}
