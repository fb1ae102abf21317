package org.marquee.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.marquee.conformance.Client.Answer;

/// What may be done with a cursor (docs/api.md, "Pages and cursors").
@ExtendWith(Town.Tour.class)
@ResourceLock(Town.CLIENT)
class CursorsTest {
  private static final String DAYS = "startsAfter=2026-03-20T00:00Z&startsBefore=2026-04-10T00:00Z";
  private static final List<String> LISTS =
      List.of(
          "/v1/showtimes?" + DAYS,
          "/v1/showtimes?startsAfter=2026-03-20T00:00Z&startsBefore=2026-04-10T00:01Z",
          "/v1/showtimes?attributeIds=imax,kids&" + DAYS,
          "/v1/films",
          "/v1/chains",
          "/v1/attributes",
          "/v1/cinemas",
          "/v1/cinemas?search=re",
          "/v1/cinemas?latitude=51.5&longitude=-0.12&radiusKm=99",
          "/v1/cinemas?latitude=51.5&longitude=-0.12&radiusKm=98",
          "/v1/cinemas?postcode=sw1a1aa");

  private final Town town;

  CursorsTest(Town town) {
    this.town = town;
  }

  private String cursor(String list) {
    return town.get(Query.with(list, "limit", "1")).json().at("/pagination/nextCursor").asString();
  }

  @Test
  void a_cursor_belongs_to_one_list_and_its_filters() {
    for (String from : LISTS) {
      String cursor = cursor(from);
      for (String to : LISTS) {
        Answer answer = town.get(Query.with(to, "cursor", cursor));
        if (to.equals(from)) {
          assertThat(answer.status()).as(from).isEqualTo(200);
        } else {
          assertThat(answer.violations())
              .as(from + " to " + to)
              .containsExactly("cursor cursor_mismatch");
        }
      }
    }
  }

  @Test
  void another_spelling_of_the_same_filters_is_the_same_list() {
    for (List<String> pair :
        List.of(
            List.of(
                LISTS.get(2),
                "/v1/showtimes?startsBefore=2026-04-10T05:45:00.000%2B05:45&attributeIds=kids%2Cimax,kids&startsAfter=2026-03-19T23:00:00-01:00"),
            List.of(LISTS.get(7), "/v1/cinemas?search=+R%C3%89"),
            List.of(LISTS.get(8), "/v1/cinemas?radiusKm=9.9e1&longitude=-0.120&latitude=5.15E1"),
            List.of(LISTS.get(10), "/v1/cinemas?radiusKm=25&postcode=SW1A+1AA"),
            List.of(
                "/v1/cinemas?latitude=0&longitude=180&radiusKm=100",
                "/v1/cinemas?latitude=-0.0&longitude=180&radiusKm=100"))) {
      String target = Query.with(pair.getLast(), "cursor", cursor(pair.getFirst()));
      Answer answer = town.get(target);
      assertThat(answer.status()).as(target + "\n" + answer).isEqualTo(200);
    }
  }

  @Test
  void a_mismatch_is_reported_only_with_valid_filters() {
    String target = Query.with("/v1/cinemas?search=x", "cursor", cursor("/v1/films"));
    assertThat(town.get(target).violations()).containsExactly("search too_short");
    assertThat(town.get("/v1/films?limit=0&cursor=" + cursor("/v1/chains")).violations())
        .containsExactly("cursor cursor_mismatch", "limit too_small");
  }
}
