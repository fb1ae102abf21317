package org.marquee.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.marquee.Rounds;
import org.marquee.conformance.Client.Answer;
import tools.jackson.databind.JsonNode;

/// Different questions that find the same records: memory keeps the page of the first one, the
/// database writes each page anew.
@ExtendWith(Town.Tour.class)
@ResourceLock(Town.CLIENT)
class PagesFoundAgainTest {
  private final Town town;
  private final Random random = new Random(20261122);

  PagesFoundAgainTest(Town town) {
    this.town = town;
  }

  @Test
  void what_is_found_again_is_sent_as_if_it_were_written_anew() {
    int compressed = 0;
    for (int round = 0; round < Rounds.of(12); round++) {
      int day = 20 + random.nextInt(10);
      String limit = random.nextBoolean() ? "" : "&limit=" + (1 + random.nextInt(60));
      for (int again = 0; again < 4; again++) {
        String target =
            "/v1/showtimes?startsAfter=2026-03-%dT00:00:00.%06dZ&startsBefore=2026-04-10T00:00:00.%06dZ%s"
                .formatted(day, random.nextInt(1_000_000), random.nextInt(1_000_000), limit);
        Answer packed = town.get(target, "Accept-Encoding: gzip");
        compressed += packed.all("Content-Encoding").size();
        Answer plain = town.get(target);
        assertThat(packed.plain()).as(target).isEqualTo(plain.body());
        assertThat(packed.one("ETag")).as(target).isEqualTo(plain.one("ETag"));
        String tag = packed.one("ETag");
        String other = target.replaceFirst("00\\.\\d+Z&", "00.0000005Z&");
        assertThat(town.get(other, "Accept-Encoding: gzip").plain())
            .isEqualTo(town.get(other).body());
        assertThat(
                town.client()
                    .ask("GET", target, "Accept-Encoding: gzip", "If-None-Match: " + tag)
                    .status())
            .isEqualTo(304);
        Answer head = town.client().ask("HEAD", target, "Accept-Encoding: gzip");
        assertThat(head.one("ETag")).isEqualTo(tag);
        checkNextPage(packed);
      }
    }
    assertThat(compressed).isGreaterThan(Rounds.of(33));
  }

  @Test
  void the_same_records_may_be_all_or_not() {
    String from = "/v1/showtimes?startsAfter=2026-03-2%dT00:00:00.%06dZ&limit=%d&startsBefore=%s";
    String end = "2026-04-10T00:00:00Z";
    int lasts = 0;
    for (int day = 0; day < 8; day++) {
      JsonNode page = town.get(from.formatted(day, 1, 21, end)).json().get("data");
      String last = page.get(19).get("startsAt").asString();
      String next = page.get(20).get("startsAt").asString();
      boolean apart = OffsetDateTime.parse(last).isBefore(OffsetDateTime.parse(next));
      for (int again = 2; again < 8; again++) {
        boolean all = apart && again % 2 == 0;
        String before = all ? next.replace("+", "%2B") : end;
        Answer packed = town.get(from.formatted(day, again, 20, before), "Accept-Encoding: gzip");
        assertThat(packed.json().get("pagination").get("hasMore").asBoolean()).isEqualTo(!all);
        assertThat(packed.json().get("data")).hasSize(20);
        lasts += all ? 1 : 0;
      }
    }
    assertThat(lasts).isPositive();
  }

  @Test
  void windows_that_begin_alike_may_end_anywhere() {
    List<String> filters = new ArrayList<>(List.of("", "&attributeIds=subtitled"));
    town.get("/v1/films?limit=2")
        .json()
        .get("data")
        .forEach(film -> filters.add("&filmId=" + film.get("id").asString()));
    town.get("/v1/cinemas?limit=1")
        .json()
        .get("data")
        .forEach(cinema -> filters.add("&cinemaId=" + cinema.get("id").asString()));
    int compressed = 0;
    for (int round = 0; round < Rounds.of(60); round++) {
      String target =
          "/v1/showtimes?startsAfter=2026-03-%dT00:00:00.%06dZ&startsBefore=2026-0%sT%02d:00:00Z&limit=%d%s"
              .formatted(
                  20 + random.nextInt(2),
                  random.nextInt(1_000_000),
                  random.nextInt(3) == 0 ? "4-10" : "3-2" + (3 + random.nextInt(3)),
                  random.nextInt(24),
                  random.nextBoolean() ? 25 : 12,
                  filters.get(random.nextInt(filters.size())));
      Answer packed = town.get(target, "Accept-Encoding: gzip");
      compressed += packed.all("Content-Encoding").size();
      Answer plain = town.get(target);
      assertThat(packed.plain()).as(target).isEqualTo(plain.body());
      assertThat(packed.one("ETag")).as(target).isEqualTo(plain.one("ETag"));
    }
    assertThat(compressed).isGreaterThan(Rounds.of(20));
  }

  private void checkNextPage(Answer page) {
    String cursor = page.json().get("pagination").get("nextCursor").asString("");
    if (!cursor.isEmpty()) {
      String link = page.one("Link");
      String next = link.substring(1, link.indexOf('>'));
      assertThat(town.get(next, "Accept-Encoding: gzip").plain()).isEqualTo(town.get(next).body());
    }
  }
}
