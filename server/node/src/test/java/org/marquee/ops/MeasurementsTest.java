package org.marquee.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.http.connection.Answered;
import org.marquee.store.backup.PostgresBackupLog;

/// How `/metrics` counts answers.
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
  void answers_are_counted_by_their_time_as_prometheus_wants_it() throws InterruptedException {
    try (Measurements measurements = new Measurements()) {
      Thread[] threads = new Thread[4];
      for (int number = 0; number < threads.length; number++) {
        threads[number] =
            Thread.ofPlatform()
                .start(() -> {
                  for (long millis : new long[] {1, 4, 30, 3_000}) {
                    measurements.answers(new Answered(null, "", "", "", 400, millis * 1_000_000));
                  }
                });
      }
      for (Thread thread : threads) {
        thread.join();
      }
      String kind = "route=\"unreadable\",status=\"400\"";
      String name = "marquee_http_requests_seconds";
      assertThat(measurements.text())
          .contains(
              "# TYPE " + name + " histogram",
              name + "_bucket{" + kind + ",le=\"0.001\"} 4",
              name + "_bucket{" + kind + ",le=\"0.005\"} 8",
              name + "_bucket{" + kind + ",le=\"0.025\"} 8",
              name + "_bucket{" + kind + ",le=\"0.1\"} 12",
              name + "_bucket{" + kind + ",le=\"2.0\"} 12",
              name + "_bucket{" + kind + ",le=\"+Inf\"} 16",
              name + "_count{" + kind + "} 16",
              name + "_sum{" + kind + "} 12.14",
              name + "_max{" + kind + "} 3.0");
    }
  }

  @Test
  void the_last_backup_has_an_age_and_may_have_failed() {
    Instant now = Instant.parse("2026-11-21T12:00:00Z");
    try (Measurements measurements = new Measurements()) {
      measurements.watchBackups(() -> now);
      assertThat(measurements.text())
          .contains("marquee_backup_age_seconds NaN", "marquee_backup_failed 0.0");
      Instant made = now.minusSeconds(90);
      measurements.show(new PostgresBackupLog.Last(null, made, "a.backup", null));
      assertThat(measurements.text())
          .contains("marquee_backup_age_seconds 90.0", "marquee_backup_failed 0.0");
      measurements.show(new PostgresBackupLog.Last(null, made, "a.backup", "no room"));
      assertThat(measurements.text()).contains("marquee_backup_failed 1.0");
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
