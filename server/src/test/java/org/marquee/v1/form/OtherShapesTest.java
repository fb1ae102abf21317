package org.marquee.v1.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.access.ApiKey;
import org.marquee.access.Entitlement;
import org.marquee.access.IssuedKey;
import org.marquee.app.RunningService;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Page;
import org.marquee.page.OutputBuffer;
import org.marquee.page.Pages;
import org.marquee.store.PostgresAccess;
import org.marquee.v1.answer.DatabasePages;
import org.marquee.v1.answer.JsonRecordEncoder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Lists as CSV and lines of JSON, whole lists, and calendars, over HTTP (docs/api.md, "Other
/// shapes").
@NullMarked
class OtherShapesTest {
  /// A day in the coming weeks.
  @SuppressWarnings("TimeInStaticInitializer") // the same day in all tests
  private static final LocalDate DAY = LocalDate.now(ZoneOffset.UTC).plusDays(5);

  private static final String WINDOW =
      "startsAfter=" + DAY + "T00:00Z&startsBefore=" + DAY.plusDays(3) + "T00:00Z";

  private static RunningService service = RunningService.start();
  private static World world = World.on(service.database());
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static int minute;

  @BeforeAll
  static void fill() {
    StringBuilder lines = new StringBuilder();
    for (int film = 0; film < 130; film++) {
      lines.append(
          """
          {"type":"film","externalId":"%1$d","title":"Film, \\"%1$d\\"","durationMinutes":%2$d}
          {"type":"showtime","externalId":"%1$d","film":"%1$d","cinema":"quay","startsAt":"%3$sT19:%4$02d","attributes":["subtitled","70mm"]}
          """
              .formatted(film, 90 + film, DAY, film % 60));
    }
    take("harbour", lines.toString());
  }

  /// A full feed of one cinema.
  private static void take(String provider, String lines) {
    String header =
        World.header("full", Instant.now().minus(90 - minute++, ChronoUnit.MINUTES) + "", "");
    String cinema =
        """
        {"type":"cinema","externalId":"quay","name":"Quay %s","timeZone":"Europe/London","location":{"countryCode":"GB","locality":"Saltmarch Bay","postcode":"SX3 5JB","latitude":51.38,"longitude":-1.14}}
        """
            .formatted(provider);
    world
        .take(provider, Shrinking.ACCEPTED, (header + "\n" + cinema + lines).getBytes(UTF_8))
        .tally();
    service.awaitNews();
  }

  @AfterAll
  static void close() {
    service.close();
    CLIENT.close();
  }

  private static HttpResponse<byte[]> send(String method, String target, String... fields) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + target))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (!List.of(fields).contains("Authorization") && !target.contains("token=")) {
      request.header("Authorization", "Bearer " + service.key());
    }
    if (fields.length > 0) {
      request.headers(fields);
    }
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse<byte[]> get(String target, String... fields) {
    HttpResponse<byte[]> answer = send("GET", target, fields);
    assertThat(answer.statusCode()).as(target + "\n" + text(answer)).isEqualTo(200);
    return answer;
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), UTF_8);
  }

  private static String field(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  /// A list in another form.
  private static String as(String form, String target) {
    int query = target.indexOf('?');
    return query < 0
        ? target + "." + form
        : target.substring(0, query) + "." + form + target.substring(query);
  }

  private static String and(String target, String more) {
    return target + (target.contains("?") ? "&" : "?") + more;
  }

  private static List<String> lists() {
    String cinema =
        JsonMapper.shared().readTree(text(get("/v1/cinemas"))).at("/data/0/id").asString();
    return List.of(
        "/v1/showtimes?" + WINDOW,
        "/v1/attributes",
        "/v1/films",
        "/v1/cinemas?latitude=51.38&longitude=-1.1",
        "/v1/screens?cinemaId=" + cinema,
        "/v1/chains");
  }

  @Test
  void a_list_has_the_same_page_in_each_form_and_its_link_stays_in_it() {
    for (String list : lists()) {
      HttpResponse<byte[]> json = get(and(list, "limit=7"));
      List<String> records = new ArrayList<>();
      for (JsonNode record : JsonMapper.shared().readTree(text(json)).get("data")) {
        records.add(record.toString());
      }
      for (String form : List.of("csv", "ndjson")) {
        String type = form.equals("csv") ? "text/csv" : "application/x-ndjson";
        HttpResponse<byte[]> byPath = get(as(form, and(list, "limit=7")));
        HttpResponse<byte[]> chosen = get(and(list, "limit=7"), "Accept", type);
        assertThat(field(byPath, "Content-Type")).startsWith(type);
        assertThat(field(chosen, "Content-Type")).isEqualTo(field(byPath, "Content-Type"));
        assertThat(chosen.body()).isEqualTo(byPath.body());
        assertThat(field(chosen, "Vary")).isEqualTo("Authorization, Accept, Accept-Encoding");
        assertThat(field(byPath, "Vary")).isEqualTo("Authorization, Accept-Encoding");
        assertThat(field(chosen, "ETag")).isNotEqualTo(field(json, "ETag"));
        assertThat(field(chosen, "Link").isEmpty()).isEqualTo(field(json, "Link").isEmpty());
        assertThat(field(chosen, "Link"))
            .isEqualTo(
                field(json, "Link").replaceFirst("</v1/([a-z]+)\\?", "</v1/$1." + form + "\\?"));
      }
      assertThat(text(get(as("ndjson", and(list, "limit=7")))).lines()).isEqualTo(records);
      assertThat(text(get(as("csv", and(list, "limit=7")))).split("\r\n", -1))
          .hasSize(records.size() + 2);
    }
  }

  @Test
  void rows_are_asked_for_again_in_the_ways_of_json() {
    String target = as("csv", "/v1/films?limit=50");
    String tag = field(get(target), "ETag");
    assertThat(send("GET", target, "If-None-Match", tag).statusCode()).isEqualTo(304);
    HttpResponse<byte[]> kept = get(target, "Accept-Encoding", "gzip");
    assertThat(field(kept, "Content-Encoding")).isEqualTo("gzip");
    assertThat(field(kept, "ETag")).isEqualTo(tag);
    assertThat(unpacked(kept.body())).isEqualTo(get(target).body());
    HttpResponse<byte[]> head = send("HEAD", target);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(field(head, "ETag")).isEqualTo(tag);
    assertThat(send("GET", as("csv", "/v1/films?limit=0")).statusCode()).isEqualTo(400);
    assertThat(send("GET", "/v1/films.csv", "Authorization", "Bearer x").statusCode())
        .isEqualTo(401);
    assertThat(send("GET", "/v1/films.xml").statusCode()).isEqualTo(404);
  }

  private static byte[] unpacked(byte[] packed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_whole_list_is_all_of_its_pages() {
    for (String list : lists()) {
      StringBuilder pages = new StringBuilder();
      String next = as("ndjson", and(list, "limit=60"));
      while (!next.isEmpty()) {
        HttpResponse<byte[]> page = get(next);
        pages.append(text(page));
        next = field(page, "Link").replaceAll("<|>.*", "");
      }
      HttpResponse<byte[]> whole = get(as("ndjson", and(list, "all=true")));
      assertThat(text(whole)).isEqualTo(pages.toString());
      assertThat(field(whole, "Link")).isEmpty();
      HttpResponse<byte[]> chosen = get(and(list, "all=true"), "Accept", "application/x-ndjson");
      assertThat(chosen.body()).isEqualTo(whole.body());
      HttpResponse<byte[]> packed =
          get(as("ndjson", and(list, "all=true")), "Accept-Encoding", "gzip");
      assertThat(unpacked(packed.body())).isEqualTo(whole.body());
      String tag = field(whole, "ETag");
      assertThat(tag).startsWith("W/");
      assertThat(
              send("GET", as("ndjson", and(list, "all=true")), "If-None-Match", tag).statusCode())
          .isEqualTo(304);
      HttpResponse<byte[]> head = send("HEAD", as("ndjson", and(list, "all=true")));
      assertThat(field(head, "ETag")).isEqualTo(tag);
      assertThat(head.body()).isEmpty();
    }
  }

  @Test
  void whoever_has_a_whole_list_may_ask_for_the_next_at_once() {
    String list = "/v1/films.csv?all=true";
    String tag = field(get(list), "ETag");
    for (int round = 0; round < 150; round++) {
      assertThat(send("GET", list, "If-None-Match", tag).statusCode()).isEqualTo(304);
      assertThat(send("HEAD", list).statusCode()).isEqualTo(200);
      assertThat(get(list, "Accept-Encoding", "gzip").statusCode()).isEqualTo(200);
      assertThat(get(list).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_whole_list_has_no_pages_and_no_other_form() {
    assertThat(faults("/v1/films.csv?all=true&limit=3&cursor=x"))
        .containsExactlyInAnyOrder(
            "cursor malformed", "limit not_allowed_together", "cursor not_allowed_together");
    assertThat(faults("/v1/films?all=true")).containsExactly("all unknown");
    assertThat(faults("/v1/showtimes.ndjson?all=true"))
        .containsExactlyInAnyOrder("startsAfter required", "startsBefore required");
    assertThat(faults("/v1/cinemas.csv?all=true&postcode=ZZ9"))
        .containsExactly("postcode unknown_postcode");
    assertThat(get("/v1/films.csv?all=false&limit=3").body())
        .isEqualTo(get("/v1/films.csv?limit=3").body());
  }

  private static List<String> faults(String target) {
    HttpResponse<byte[]> answer = send("GET", target);
    assertThat(answer.statusCode()).isEqualTo(400);
    List<String> faults = new ArrayList<>();
    for (JsonNode fault :
        JsonMapper.shared().readTree(answer.body()).at("/error/details/violations")) {
      faults.add(fault.get("parameter").asString() + " " + fault.get("reason").asString());
    }
    return faults;
  }

  private static String keyOf(String organization, String plan, IssuedKey.Scope scope) {
    PostgresAccess book = new PostgresAccess(service.database().pool());
    book.createOrganization(organization);
    book.grant(organization, new Entitlement(plan, Instant.EPOCH, null));
    ApiKey key = book.issueKey(organization, scope, null, null).orElseThrow().secret();
    Instant end = Instant.now().plus(Duration.ofSeconds(20));
    while (send("GET", "/v1/cinemas/x/calendar.ics", "Authorization", "Bearer " + key.text())
                .statusCode()
            == 401
        && Instant.now().isBefore(end)) {
      Thread.onSpinWait();
    }
    return key.text();
  }

  @Test
  void whole_lists_are_for_plans_that_include_them() {
    String trial = "Bearer " + keyOf("taster", "trial", IssuedKey.Scope.API);
    HttpResponse<byte[]> refused = send("GET", "/v1/films.csv?all=true", "Authorization", trial);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(text(refused)).contains("\"forbidden\"", "page by page");
    assertThat(send("GET", "/v1/films.csv", "Authorization", trial).statusCode()).isEqualTo(200);
    String standard = "Bearer " + keyOf("payer", "standard", IssuedKey.Scope.API);
    HttpResponse<byte[]> whole = send("GET", "/v1/films.csv?all=true", "Authorization", standard);
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(field(whole, "RateLimit")).startsWith("\"standard\";r=59");
  }

  @Test
  void all_pages_of_a_walk_are_of_one_state() {
    DatabasePages pages = new DatabasePages(world.listings(), new JsonRecordEncoder());
    byte[][] seen =
        pages.inOneState(state -> {
          byte[] before = chains(state);
          world
              .take(
                  "newcomer",
                  Shrinking.ACCEPTED,
                  (World.header("full", Instant.now().minusSeconds(60) + "", "")
                          + "\n{\"type\":\"chain\",\"externalId\":\"1\",\"name\":\"New\"}")
                      .getBytes(UTF_8))
              .tally();
          return new byte[][] {before, chains(state)};
        });
    assertThat(seen[1]).isEqualTo(seen[0]);
    assertThat(chains(pages)).isNotEqualTo(seen[0]);
    service.awaitNews();
  }

  private static byte[] chains(Pages pages) {
    OutputBuffer out = new OutputBuffer(16);
    pages.chains(null, Page.LIMIT.most(), out);
    return out.toBytes();
  }

  @Test
  void the_programme_is_linked_data_for_those_who_choose_it() {
    String target = "/v1/programme?latitude=51.38&longitude=-1.14&date=" + DAY;
    HttpResponse<byte[]> linked = get(target, "Accept", "application/ld+json");
    assertThat(field(linked, "Content-Type")).isEqualTo("application/ld+json");
    assertThat(field(linked, "Vary")).isEqualTo("Authorization, Accept, Accept-Encoding");
    JsonNode graph = JsonMapper.shared().readTree(linked.body()).get("@graph");
    int events = 0;
    for (JsonNode node : graph) {
      events += node.get("@type").asString().equals("ScreeningEvent") ? 1 : 0;
    }
    assertThat(text(get(target)).split("\"startsAt\"", -1)).hasSize(events + 1);
    assertThat(events).isPositive();
    String tag = field(linked, "ETag");
    assertThat(
            send("GET", target, "Accept", "application/ld+json", "If-None-Match", tag).statusCode())
        .isEqualTo(304);
    assertThat(send("GET", target, "If-None-Match", tag).statusCode()).isEqualTo(200);
  }

  private static String show(String id, int hour) {
    return """
    {"type":"showtime","externalId":"%s","film":"g","cinema":"quay","startsAt":"%sT%d:00","bookingUrl":"https://rex.example/%s"}
    """
        .formatted(id, DAY, hour, id);
  }

  private static final String GULLS =
      "{\"type\":\"film\",\"externalId\":\"g\",\"title\":\"Gulls; or: the, sea\",\"durationMinutes\":98}\n";

  private static String calendar(String target, String... fields) {
    HttpResponse<byte[]> answer = get(target, fields);
    assertThat(field(answer, "Content-Type")).isEqualTo("text/calendar; charset=utf-8");
    return text(answer).replace("\r\n ", "");
  }

  private static String event(String calendar, String which) {
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
