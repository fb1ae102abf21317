package org.marquee.v1.representation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.access.IssuedKey;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Calendars over HTTP (docs/api.md, "Other shapes").
@NullMarked
class CalendarShapesTest extends ServedShapes {
  private String show(String id, int hour) {
    return """
    {"type":"showtime","externalId":"%s","film":"g","cinema":"quay","startsAt":"%sT%d:00","bookingUrl":"https://rex.example/%s"}
    """
        .formatted(id, DAY, hour, id);
  }

  private static final String GULLS =
      "{\"type\":\"film\",\"externalId\":\"g\",\"title\":\"Gulls; or: the, sea\",\"durationMinutes\":98}\n";

  private String calendar(String target, String... fields) {
    HttpResponse<byte[]> answer = get(target, fields);
    assertThat(field(answer, "Content-Type")).isEqualTo("text/calendar; charset=utf-8");
    return text(answer).replace("\r\n ", "");
  }

  private String event(String calendar, String which) {
    return calendar
        .lines()
        .reduce("", (all, line) -> all + line + "\n")
        .transform(all -> List.of(all.split("(?=BEGIN:VEVENT)", -1)))
        .stream()
        .filter(each -> each.contains(which))
        .findFirst()
        .orElse("none");
  }

  @Test
  void a_calendar_shows_what_comes_and_what_was_moved_and_withdrawn() {
    take(
        "rex",
        GULLS + show("a", 11) + show("b", 12) + show("c", 13) + show("d", 14) + show("e", 15));
    JsonNode shows =
        JsonMapper.shared().readTree(text(get("/v1/showtimes?limit=100&" + WINDOW))).get("data");
    JsonNode first = shows.get(0);
    String cinema = "/v1/cinemas/" + first.get("cinemaId").asString() + "/calendar.ics";
    String film = "/v1/films/" + first.get("filmId").asString() + "/calendar.ics";
    String all = calendar(cinema);
    assertThat(all).contains("NAME:Quay rex", "TZID:Europe/London");
    assertThat(calendar(film)).contains("NAME:Gulls\\; or: the\\, sea");
    String uid = "UID:" + first.get("id").asString();
    String day = DAY.toString().replace("-", "");
    assertThat(event(all, uid))
        .contains(
            "SEQUENCE:0\nDTSTART;TZID=Europe/London:" + day + "T110000\n",
            "DTEND;TZID=Europe/London:" + day + "T123800\n",
            "URL:https://rex.example/a\n",
            "GEO:51.38;-1.14\n",
            "STATUS:CONFIRMED\n");
    String tag = field(get(cinema), "ETag");
    assertThat(send("GET", cinema, "If-None-Match", tag).statusCode()).isEqualTo(304);
    assertThat(send("HEAD", cinema).statusCode()).isEqualTo(200);

    take("rex", GULLS + show("a", 17) + show("c", 13) + show("d", 14) + show("e", 15));
    String changed = calendar(cinema);
    assertThat(event(changed, uid)).contains("SEQUENCE:1\n", "T170000\n", "STATUS:CONFIRMED\n");
    String withdrawn = "UID:" + shows.get(1).get("id").asString();
    assertThat(event(changed, withdrawn))
        .contains("SEQUENCE:1\n", "T120000\n", "STATUS:CANCELLED\n");
    assertThat(event(calendar(film), withdrawn))
        .contains("SUMMARY:Gulls\\; or: the\\, sea\n", "STATUS:CANCELLED\n", "LAST-MODIFIED:");

    take(
        "rex",
        GULLS + show("a", 17) + show("b", 12) + show("c", 13) + show("d", 14) + show("e", 15));
    assertThat(event(calendar(cinema), withdrawn)).contains("SEQUENCE:2\n", "STATUS:CONFIRMED\n");
    take("rex", GULLS + show("a", 17) + show("c", 13) + show("d", 14) + show("e", 15));
    assertThat(event(calendar(cinema), withdrawn)).contains("SEQUENCE:3\n", "STATUS:CANCELLED\n");
  }

  @Test
  void a_key_for_calendars_is_good_in_an_address_and_for_nothing_else() {
    String key = keyOf("reader", "standard", IssuedKey.Scope.CALENDAR);
    String cinema =
        JsonMapper.shared().readTree(text(get("/v1/cinemas"))).at("/data/0/id").asString();
    String target = "/v1/cinemas/" + cinema + "/calendar.ics";
    assertThat(calendar(target + "?token=" + key)).startsWith("BEGIN:VCALENDAR");
    calendar(target, "Authorization", "Bearer " + key);
    for (String other :
        List.of(
            target + "?token=" + service.key(),
            target + "?token=x",
            target + "?token=",
            target + "?token=" + key + "&token=" + key,
            "/v1/cinemas?token=" + key)) {
      assertThat(send("GET", other).statusCode()).as(other).isEqualTo(401);
    }
    for (String other : List.of("/v1/cinemas", "/v1/films.csv", "/v1/films.ndjson?all=true")) {
      HttpResponse<byte[]> answer = send("GET", other, "Authorization", "Bearer " + key);
      assertThat(answer.statusCode()).isEqualTo(401);
    }
    HttpResponse<byte[]> unknown = send("GET", target + "?token=" + key + "&x=1");
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(text(unknown)).doesNotContain(key);
    assertThat(unknown.headers().toString()).doesNotContain(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/cinemas/ci_none/calendar.ics", "/v1/films/fi_none/calendar.ics"})
  void what_does_not_exist_has_no_calendar(String target) {
    assertThat(send("GET", target).statusCode()).isEqualTo(404);
    assertThat(send("GET", target.replace("none", "n".repeat(160))).statusCode()).isEqualTo(404);
    assertThat(send("GET", target.replace(".ics", ".csv")).statusCode()).isEqualTo(404);
  }
}
