package org.marquee.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The tools of the Model Context Protocol.
@NullMarked
@Timeout(120)
class McpTest extends McpCalls {

  @Test
  void tools_say_what_they_take() {
    List<String> names = new ArrayList<>();
    for (JsonNode tool : result("tools/list", "{}").get("tools")) {
      names.add(tool.get("name").asString());
      assertThat(tool.get("description").asString()).hasSizeGreaterThan(20);
      JsonNode schema = tool.get("inputSchema");
      assertThat(schema.get("type").asString()).isEqualTo("object");
      assertThat(schema.toString()).doesNotContain("$ref").doesNotContain("/v1/");
      for (JsonNode property : schema.get("properties")) {
        assertThat(property.has("description")).as(schema.toString()).isTrue();
      }
    }
    assertThat(names)
        .containsExactly(
            "whats_on",
            "search_cinemas",
            "search_films",
            "list_showtimes",
            "get_film",
            "get_cinema",
            "list_changes");
  }

  @Test
  void what_is_on_is_one_call_and_a_short_answer() {
    JsonNode rex = call("search_cinemas", "{\"search\":\"rex\"}").at("/data/0");
    JsonNode answer =
        call(
            "whats_on",
            "{\"cinemaId\":[\"%s\"],\"date\":\"2027-07-15\"}".formatted(rex.get("id").asString()));
    JsonNode day = answer.at("/data/0/days/0");
    assertThat(day.at("/coverage/state").asString()).isNotEmpty();
    assertThat(day.at("/films/0/film/title").asString()).isEqualTo("Solaris");
    assertThat(day.at("/films/0/showtimes/0/startsAt").asString())
        .isEqualTo("2027-07-15T19:00:00+01:00");
    assertThat(answer.toString())
        .doesNotContain("provenance")
        .doesNotContain("posterUrl")
        .doesNotContain("pagination");
    assertThat(answer.has("observedAt")).isTrue();
  }

  @Test
  void a_place_is_taken_by_its_name_in_one_call() {
    JsonNode answer = call("whats_on", "{\"place\":\"leeds\",\"date\":\"2027-07-15\"}");
    assertThat(answer.at("/data/0/cinema/name").asString()).isEqualTo("Rex");
    assertThat(answer.at("/place/name").asString()).isEqualTo("Leeds");
    assertThat(answer.at("/place/cinemas").asInt()).isEqualTo(1);
    String id = answer.at("/place/id").asString();
    assertThat(call("search_cinemas", "{\"place\":\"%s\"}".formatted(id)).at("/data/0/name"))
        .isEqualTo(call("search_cinemas", "{\"place\":\"elmet\"}").at("/data/0/name"));
    assertThat(failure("whats_on", "{\"place\":\"nowhere at all\"}"))
        .contains("place (unknown_value): no place has this name");
    assertThat(failure("whats_on", "{\"place\":\"leeds\",\"postcode\":\"LS1 1AA\"}"))
        .contains("place (not_allowed_together)");
    assertThat(failure("whats_on", "{\"place\":\"%s\"}".formatted("leeds ".repeat(99))))
        .contains("place (too_long)");
  }

  @Test
  void films_are_found_by_a_part_of_their_title_the_best_first() {
    JsonNode solaris = call("search_films", "{\"title\":\"SOLARIS\"}");
    assertThat(solaris.at("/data/0/title").asString()).isEqualTo("Solaris");
    assertThat(solaris.at("/data/1/title").asString()).isEqualTo("Return to Solaris");
    assertThat(solaris.get("matches").asInt()).isEqualTo(2);
    JsonNode first = call("search_films", "{\"title\":\"solaris\",\"limit\":1}");
    assertThat(first.get("data")).hasSize(1);
    assertThat(first.get("matches").asInt()).isEqualTo(2);
    assertThat(call("search_films", "{\"title\":\"amelie\"}").at("/data/0/title").asString())
        .isEqualTo("Amélie");
    assertThat(call("search_films", "{\"title\":\"stalker\"}").get("data")).isEmpty();
  }

  @Test
  void films_are_found_by_their_titles_in_other_languages() {
    JsonNode film = call("search_films", "{\"title\":\"солярис\"}").at("/data/0");
    assertThat(film.at("/title").asString()).isEqualTo("Solaris");
    assertThat(film.at("/otherTitles/0").asString()).isEqualTo("Солярис");
    assertThat(call("search_films", "{\"title\":\"amelie\"}").at("/data/0").has("otherTitles"))
        .isFalse();
  }

  @Test
  void pages_go_on_with_the_cursor() {
    JsonNode first = call("search_cinemas", "{\"limit\":1}");
    JsonNode second =
        call(
            "search_cinemas",
            "{\"limit\":1,\"cursor\":\"%s\"}".formatted(first.get("nextCursor").asString()));
    assertThat(first.at("/data/0/name").asString()).isEqualTo("Lux");
    assertThat(second.at("/data/0/name").asString()).isEqualTo("Rex");
    assertThat(call("search_cinemas", "{\"search\":\"rex\"}").has("nextCursor")).isFalse();
  }

  @Test
  void changes_begin_now_and_go_on() {
    JsonNode now = call("list_changes", "{\"since\":\"now\"}");
    JsonNode next =
        call("list_changes", "{\"since\":\"%s\"}".formatted(now.get("nextCursor").asString()));
    assertThat(next.get("data")).isEmpty();
    assertThat(failure("list_changes", "{\"since\":\"now\",\"wait\":30}"))
        .contains("wait (unknown)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whats_on | {} | cinemaId (required): say where",
        "whats_on | {\"postcode\":\"ZZ99\"} | postcode (unknown_postcode)",
        "whats_on | {\"filmId\":\"x\",\"days\":8} | days (too_large): at most 7",
        "whats_on | {\"filmId\":\"x\",\"limit\":21} | limit (too_large): at most 20",
        "whats_on | {\"filmId\":{},\"x\":1} | filmId (malformed)",
        "whats_on | {\"filmId\":[\"x\"]} | filmId (malformed)",
        "whats_on | {\"filmId\":true} | filmId (malformed)",
        "whats_on | {\"filmId\":\"\\u0000\"} | filmId (malformed)",
        "whats_on | {\"filmId\":\"x\",\"cursor\":\"y\"} | pass nextCursor of the page before",
        "search_films | {} | title (required)",
        "search_films | {\"title\":\"?!\"} | title (too_short)",
        "search_films | {\"title\":\"\"} | title (too_short)",
        "list_showtimes | {\"startsAfter\":\"tonight\"} | startsBefore (required)",
        "list_showtimes | {\"limit\":51} | startsAfter (required)",
        "get_film | {\"filmID\":\"x\"} | filmId (required)",
        "get_film | {} | filmId (required)",
        "get_film | {\"filmId\":\"x\"} | No record has this id",
        "list_changes | {\"since\":\"then\"} | since (malformed)"
      })
  void wrong_arguments_are_named_with_what_is_right(String tool, String arguments, String why) {
    assertThat(failure(tool, arguments)).contains(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "search_films | {\"title\":\"\"} | title (too_short)",
        "search_films | {\"title\":{}} | title (malformed)",
        "get_film | {\"filmId\":[\"x\"]} | filmId (malformed)",
        "search_cinemas | {\"latitude\":[1],\"longitude\":1} | latitude (malformed)"
      })
  void an_argument_at_fault_is_named_once(String tool, String arguments, String fault) {
    assertThat(failure(tool, arguments).lines().skip(1)).singleElement().asString().contains(fault);
  }

  /// Models write numbers as strings and lists as one string, and send empty members.
  @Test
  void arguments_are_taken_as_models_write_them() {
    String window =
        "\"startsAfter\":\"2027-07-15T00:00:00+01:00\",\"startsBefore\":\"2027-07-16T00:00:00Z\"";
    JsonNode plain = call("list_showtimes", "{" + window + ",\"limit\":5}");
    assertThat(plain.get("data")).hasSize(2);
    assertThat(
            plain.at("/data/1/bookingUrl").asString() + plain.at("/data/0/bookingUrl").asString())
        .isEqualTo("https://book.example/1");
    assertThat(
            call(
                "list_showtimes",
                "{" + window + ",\"limit\":\"5\",\"filmId\":null,\"attributeIds\":[]}"))
        .isEqualTo(plain);
    assertThat(call("list_showtimes", "{" + window + ",\"limit\":5.0}")).isEqualTo(plain);
  }

  @Test
  void an_answer_that_grows_long_has_fewer_records_and_goes_on() {
    String zoo = call("search_films", "{\"title\":\"zoo\"}").at("/data/0/id").asString();
    String question = "{\"filmId\":\"%s\",\"date\":\"2027-07-16\",\"limit\":20".formatted(zoo);
    List<String> found = new ArrayList<>();
    int pages = 0;
    String cursor = "";
    do {
      JsonNode page = call("whats_on", question + cursor + "}");
      page.get("data").forEach(each -> found.add(each.at("/cinema/name").asString()));
      assertThat(page.toString()).hasSizeLessThan(25_001);
      cursor =
          page.has("nextCursor")
              ? ",\"cursor\":\"%s\"".formatted(page.get("nextCursor").asString())
              : "";
      pages++;
    } while (!cursor.isEmpty() && pages < 9);
    assertThat(found).containsExactly("Zoo 1", "Zoo 2", "Zoo 3", "Zoo 4", "Zoo 5", "Zoo 6");
    assertThat(pages).isGreaterThan(1);
  }
}
