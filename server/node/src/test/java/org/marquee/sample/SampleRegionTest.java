package org.marquee.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Timestamps;
import tools.jackson.databind.JsonNode;

@NullMarked
class SampleRegionTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 11, 21);

  @Test
  void the_first_line_says_that_the_feed_is_all_there_is() {
    assertThat(Feeds.sample(TODAY).getFirst())
        .isEqualTo(
            Feeds.line(
                """
                {"type": "feed", "version": 1, "observedAt": "2026-11-21T05:30:00Z", "mode": "full"}
                """));
  }

  @Test
  void times_are_those_of_the_cinemas_clock() {
    List<JsonNode> showtimes = Feeds.of("showtime", Feeds.sample(LocalDate.of(2027, 7, 1)));
    assertThat(starts("orrery", showtimes)).allMatch(start -> start.endsWith("+01:00"));
    assertThat(starts("boussole-bleue", showtimes)).allMatch(start -> start.endsWith("+02:00"));
    assertThat(starts("sardine", showtimes))
        .allMatch(start -> Timestamps.readLocal(start).isPresent());
  }

  private static List<String> starts(String cinema, List<JsonNode> showtimes) {
    List<String> starts =
        showtimes.stream()
            .filter(showtime -> Feeds.text(showtime, "cinema").equals(cinema))
            .map(showtime -> Feeds.text(showtime, "startsAt"))
            .toList();
    assertThat(starts).isNotEmpty();
    return starts;
  }
}
