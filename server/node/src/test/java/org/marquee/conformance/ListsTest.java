package org.marquee.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.marquee.Rounds;
import org.marquee.conformance.Client.Answer;
import tools.jackson.databind.JsonNode;

/// What the lists and the single records hold, against the model (docs/api.md, "Records",
/// "Operations", "Lists" and "Answers").
@ExtendWith(Town.Tour.class)
@ResourceLock(Town.CLIENT)
class ListsTest {
  private final Town town;
  private final Random random = new Random(Town.SEED);
  private final Questioner questioner;

  ListsTest(Town town) {
    this.town = town;
    this.questioner = new Questioner(town, random);
  }

  private void ask(int times, Supplier<Query> question) {
    int matches = 0;
    for (int time = 0; time < times; time++) {
      Query query = question.get();
      query.walk(town, random);
      matches += query.expected().size();
    }
    assertThat(matches).as("records in the answers").isGreaterThan(times);
  }

  @Test
  void showtimes_are_those_of_the_feeds() {
    ask(Rounds.of(80), questioner::showtimes);
  }

  @Test
  void cinemas_are_those_of_the_feeds() {
    ask(Rounds.of(60), questioner::cinemas);
  }

  @Test
  void films_and_chains_are_those_of_the_feeds() {
    ask(Rounds.of(15), () -> questioner.named("film"));
    ask(Rounds.of(15), () -> questioner.named("chain"));
  }

  @Test
  void screens_are_those_of_the_feeds() {
    ask(Rounds.of(20), questioner::screens);
    questioner.screensOfNowhere().walk(town, random);
  }

  @Test
  void each_film_and_cinema_is_found_by_its_id() {
    for (String kind : List.of("film", "cinema")) {
      for (Listed each : town.model.all(kind)) {
        Answer answer = town.get("/v1/" + kind + "s/" + town.id(each.key()));
        assertThat(answer.status()).isEqualTo(200);
        JsonNode body = answer.json();
        assertThat(body.propertyNames()).containsExactlyInAnyOrder("data", "freshness");
        JsonNode due = each.json(town.ids);
        assertThat(body.get("data")).isEqualTo(due);
        var own =
            Feed.JSON
                .createObjectNode()
                .setAll((tools.jackson.databind.node.ObjectNode) due.get("provenance"));
        own.remove(List.of("provider", "externalId"));
        assertThat(body.get("freshness")).isEqualTo(own);
      }
    }
  }

  @Test
  void what_is_not_there_is_not_found() {
    for (String id : List.of("x", "fi_0", "%20", "a%2Fb", "%F0%9F%8E%AC", "x".repeat(161), "a+b")) {
      for (String kind : List.of("films", "cinemas")) {
        assertThat(town.get("/v1/" + kind + "/" + id).status()).as(id).isEqualTo(404);
      }
    }
    String film = town.id(town.model.all("film").getFirst().key());
    assertThat(town.get("/v1/cinemas/" + film).status()).isEqualTo(404);
    assertThat(town.get("/v1/films/" + film.toUpperCase(java.util.Locale.ROOT)).status())
        .isEqualTo(404);
  }

  @Test
  void the_twelve_attributes_come_in_the_order_of_the_interface() {
    List<String> ids = new ArrayList<>();
    String target = "/v1/attributes?limit=5";
    while (true) {
      JsonNode page = town.get(target).json();
      for (JsonNode attribute : page.get("data")) {
        ids.add(attribute.get("id").asString());
        assertThat(attribute.propertyNames())
            .containsExactlyInAnyOrder("id", "kind", "name", "description");
        assertThat(attribute.get("kind").asString()).isIn("accessibility", "event", "format");
        assertThat(attribute.get("name").asString()).hasSizeBetween(1, 120);
        assertThat(attribute.get("description").asString()).hasSizeLessThan(500);
      }
      assertThat(page.get("freshness").propertyNames()).containsExactly("observedAt");
      if (!page.at("/pagination/hasMore").booleanValue()) {
        break;
      }
      target = "/v1/attributes?limit=5&cursor=" + page.at("/pagination/nextCursor").asString();
    }
    assertThat(ids).isEqualTo(Region.ATTRIBUTES);
  }

  @Test
  void links_lead_through_a_list() {
    Query query =
        new Query("/v1/cinemas?search=%22%3C" + "&limit=3", List.of(), town.model.newest("cinema"));
    assertThat(town.get(query.path()).json().get("data").isEmpty()).isTrue();
    for (String start :
        List.of(
            "/v1/cinemas?limit=7&search=r%65",
            "/v1/cinemas?limit=3&longitude=-0.12&latitude=51.5&radiusKm=1e2",
            "/v1/films?limit=9&",
            "/v1/showtimes?limit=40&startsBefore=2026-04-10T00:00%2B01:00&startsAfter=2026-03-20T00:00+01:00")) {
      List<String> walked = new ArrayList<>();
      String target = start;
      while (true) {
        Answer answer = town.get(target);
        answer.json().get("data").forEach(each -> walked.add(each.get("id").asString()));
        if (answer.all("Link").isEmpty()) {
          break;
        }
        target = answer.one("Link").replaceAll("^<(.*)>; rel=\"next\"$", "$1");
      }
      assertThat(walked).doesNotHaveDuplicates().hasSizeGreaterThan(9);
    }
  }
}
