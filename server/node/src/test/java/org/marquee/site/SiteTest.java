package org.marquee.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Repository;
import org.marquee.ingest.HandDecisions;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.SourceTerms;
import org.marquee.node.Patience;
import org.marquee.node.RunningService;
import org.marquee.notice.Code;
import org.marquee.site.frame.CheckLimits;
import org.marquee.site.frame.OtherSites;
import org.marquee.site.frame.SiteSettings;
import org.marquee.site.frame.WebHosts;
import org.marquee.store.run.PostgresRunLog;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The pages for people over a real service.
@NullMarked
class SiteTest {
  private static final String HOSTILE = "<script>alert(1)</script> & \"Quotes\" 'שלום' 東京";
  private static final RunningService SERVICE =
      RunningService.withPages(
          new SiteSettings(
              "Rex Guide",
              "help@rex.example",
              "https://rex.example/imprint",
              null,
              SiteSettings.Audience.PUBLIC,
              SiteSettings.Indexing.RECORDS,
              "http",
              0,
              SiteSettings.Audience.OPERATORS,
              CheckLimits.USUAL,
              new OtherSites(
                  WebHosts.read("https://house.example, *.rex.example"),
                  WebHosts.read("pictures.example"))));
  private static Instant soon = Instant.EPOCH;

  private static String gone = "";

  @BeforeAll
  static void take() {
    // in the evening, since a showing after midnight stands on the page of the day before
    soon = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(2 * 24 + 18));
    World world = World.on(SERVICE.database());
    world.full(Instant.now().minusSeconds(60).toString(), feed("a", "gone"));
    SERVICE.awaitNews();
    gone =
        StreamSupport.stream(
                JsonMapper.shared()
                    .readTree(SERVICE.get("/v1/films").body())
                    .at("/data")
                    .spliterator(),
                false)
            .filter(each -> each.at("/title").asString().equals("Solaris gone"))
            .findFirst()
            .orElseThrow()
            .at("/id")
            .asString();
    world.full(Instant.now().minusSeconds(30).toString(), feed("a"));
    SERVICE.awaitNews();
  }

  private static String[] feed(String... films) {
    java.util.List<String> lines = new java.util.ArrayList<>();
    lines.add(
        """
        {"type":"cinema","externalId":"rex","name":"Rex %s","timeZone":"Europe/London","location":\
        {"countryCode":"GB","locality":"Saltmarch","postcode":"SX3 5JE","latitude":51.37,"longitude":1.12}}\
        """
            .formatted(HOSTILE.replace("\"", "\\\"")));
    lines.add(
        """
        {"type":"cinema","externalId":"empty","name":"Empty House","timeZone":"Europe/London","location":\
        {"countryCode":"GB","locality":"Saltmarch","postcode":"SX3 5JF","latitude":51.38,"longitude":1.13}}\
        """);
    for (String film : films) {
      lines.add(
          "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"Solaris %s\",\"originalTitle\":\"Солярис\",\"durationMinutes\":167,\"posterUrl\":\"https://pictures.example/1.jpg?a=1&b=2\"}"
              .formatted(film, film));
      lines.add(
          """
          {"type":"showtime","externalId":"s-%s","film":"%s","cinema":"rex","startsAt":"%s",\
          "bookingUrl":"https://tickets.example/1?a=1&b=2","attributes":["subtitled"],"screen":{"name":"Screen 1"}}\
          """
              .formatted(film, film, soon));
    }
    return lines.toArray(String[]::new);
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  private static Document page(String target) {
    HttpResponse<String> answer = SERVICE.ask(target);
    assertThat(answer.statusCode()).as(target + "\n" + answer.body()).isEqualTo(200);
    return Jsoup.parse(answer.body(), "http://127.0.0.1:" + SERVICE.port() + target);
  }

  private static JsonNode first(String list) {
    return JsonMapper.shared().readTree(SERVICE.get(list).body()).at("/data/0");
  }

  private static String rex() {
    return first("/v1/cinemas?search=rex").at("/id").asString();
  }

  private static String film() {
    return first("/v1/films").at("/id").asString();
  }

  @Test
  void a_cinema_shows_its_day_and_markup_in_a_name_is_text() {
    Document page = page("/cinemas/" + rex() + "?date=" + soon.toString().substring(0, 10));
    assertThat(page.select("h1").text()).contains("<script>alert(1)</script>");
    assertThat(page.select("script:not([type])")).hasSize(1);
    assertThat(page.select("script[type=application/ld+json]").html())
        .contains("\\u003cscript\\u003ealert(1)");
    assertThat(page.select("h3").text()).isEqualTo("Solaris a");
    assertThat(page.select("a.time").attr("href")).isEqualTo("https://tickets.example/1?a=1&b=2");
    assertThat(page.select("a.time").attr("rel")).isEqualTo("noopener nofollow");
    assertThat(page.select(".label").text()).isEqualTo("Subtitled");
    assertThat(page.select(".ends")).hasSize(1);
    assertThat(page.select(".week li")).hasSize(7);
  }

  @Test
  void the_week_counts_showings_of_days_that_are_not_shown_with_and_without_a_filter() {
    String rex = "/cinemas/" + rex();
    assertThat(page(rex).select(".week b").eachText()).containsOnlyOnce("1");
    assertThat(page(rex + "?attribute=subtitled").select(".week b").eachText())
        .containsOnlyOnce("1");
    assertThat(page(rex + "?attribute=imax").select(".week b").eachText()).doesNotContain("1");
  }

  @Test
  void a_page_shows_the_first_record_of_its_answer_with_one_element_in_each_list() {
    Document page = page("/near?q=Saltmarch");
    assertThat(page.select(".madeof pre").getLast().text())
        .startsWith("{\n  \"cinema\": {\n    \"id\": \"ci_")
        .contains("\"distanceKm\": 0", "\"days\": [\n    {\n      \"date\": \"")
        .contains("\"films\": []");
    String week = page("/cinemas/" + rex()).select(".madeof pre").getLast().text();
    assertThat(week).contains("  }, …\n  ]\n}", "<script>alert(1)</script> & \\\"Quotes\\\"");
    assertThat(week.split("\"date\"", -1)).hasSize(2);
  }

  @Test
  void every_page_of_records_shows_what_it_is_made_of_in_every_form_of_the_interface() {
    String rex = "/cinemas/" + rex();
    for (String target :
        List.of("/", "/new", "/search?q=rex", "/near?q=Saltmarch", rex, "/films/" + film())) {
      Document page = Jsoup.parse(SERVICE.operations(target).body());
      assertThat(page.select(".forms a").eachText()).as(target).contains("JSON", "CSV");
      assertThat(page.select(".madeof pre")).as(target).hasSizeGreaterThan(1);
      for (Element form : page.select(".forms a[href^=/]")) {
        HttpResponse<String> answer = SERVICE.operations(form.attr("href"));
        assertThat(answer.statusCode()).as(form.outerHtml() + answer.body()).isEqualTo(200);
      }
      assertThat(page.select(".forms").text().contains("JSON-LD"))
          .as(target)
          .isEqualTo(target.contains("/near") || target.matches("/(cinemas|films)/.*"));
      assertThat(page.select("#jsonld + pre").text())
          .contains(
              page.select("#jsonld").isEmpty() ? "" : "-H \"Accept: application/ld+json\" \\\n");
    }
    String programme = page(rex).select(".forms a").getFirst().attr("href");
    assertThat(
            SERVICE
                .ask(
                    programme,
                    "Authorization",
                    "Bearer " + SERVICE.key(),
                    "Accept",
                    "application/ld+json")
                .body())
        .contains("\"@type\":\"MovieTheater\"");
  }

  @Test
  void what_a_source_asks_for_stands_on_pages_and_in_the_contract_as_text() throws Exception {
    PostgresRunLog runLog = new PostgresRunLog(SERVICE.database());
    runLog.terms(
        World.PROVIDER,
        new SourceTerms(
            new SourceTerms.Mention("Rex <b>& *Co*</b>", "https://rex.example/?a=1&b=(2)"),
            new SourceTerms.Mention("CC BY 4.0", null)));
    runLog.terms("nobody", new SourceTerms(new SourceTerms.Mention("Nobody", null), null));
    List<String> targets = List.of("/cinemas/" + rex(), "/films/" + film(), "/near?q=Saltmarch");
    for (String target : targets) {
      Patience.await(() -> !page(target).select(".terms").isEmpty());
      Element terms = page(target).select(".terms").getFirst();
      assertThat(terms.text()).isEqualTo("Rex <b>& *Co*</b> Licence: CC BY 4.0");
      assertThat(terms.select("a").attr("href")).isEqualTo("https://rex.example/?a=1&b=(2)");
      assertThat(terms.select("b")).isEmpty();
    }
    String about =
        JsonMapper.shared()
            .readTree(SERVICE.ask("/openapi.json").body())
            .at("/info/description")
            .asString();
    assertThat(about)
        .endsWith(
            "- tester: [Rex \\<b\\>\\& \\*Co\\*\\<\\/b\\>](<https://rex.example/?a=1&b=(2)>);"
                + " licence: CC BY 4\\.0\n");
    assertThat(SERVICE.ask("/openapi.yaml").body()).contains("- tester: [Rex");
    runLog.terms(World.PROVIDER, SourceTerms.NONE);
    Patience.await(() -> page(targets.getFirst()).select(".terms").isEmpty());
    assertThat(SERVICE.ask("/openapi.yaml").body()).doesNotContain("- tester:");
  }

  @Test
  void a_page_names_a_request_that_answers_with_what_it_shows() {
    Document page = page("/cinemas/" + rex());
    String request = page.select(".forms a").getFirst().attr("href");
    assertThat(SERVICE.get(request).body()).contains("\"id\":\"" + rex() + "\"");
    String port = "/cinemas/" + rex();
    Document ofOperators = Jsoup.parse(SERVICE.operations(port).body());
    assertThat(SERVICE.operations(ofOperators.select(".forms a").getFirst().attr("href")).body())
        .contains("\"id\":\"" + rex() + "\"");
  }

  @Test
  void a_film_is_found_by_its_title_in_another_language() {
    assertThat(page("/search?q=%D1%81%D0%BE%D0%BB%D1%8F%D1%80%D0%B8%D1%81").text())
        .contains("Solaris a");
  }

  @Test
  void a_cinema_without_showings_says_what_is_known() {
    String empty = first("/v1/cinemas?search=empty").at("/id").asString();
    Document page = page("/cinemas/" + empty);
    assertThat(page.select(".coverage").text()).startsWith("Nothing is on this day.");
  }

  @Test
  void a_film_that_is_gone_has_a_page_that_says_so() {
    HttpResponse<String> answer = SERVICE.ask("/films/" + gone);
    assertThat(answer.statusCode()).isEqualTo(410);
    assertThat(answer.body()).contains("no source lists it any more");
    assertThat(SERVICE.ask("/films/fi_nobody").statusCode()).isEqualTo(404);
    for (String kind : List.of("cinemas", "films", "chains")) {
      assertThat(SERVICE.ask("/" + kind + "/" + "x".repeat(300)).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void a_merged_film_or_cinema_leads_to_the_one_it_was_merged_into() {
    World world = World.on(SERVICE.database());
    String film = "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"%s\"}\n";
    String cinema =
        "{\"type\":\"cinema\",\"externalId\":\"c\",\"name\":\"%s\",\"timeZone\":\"Europe/London\","
            + "\"location\":{\"countryCode\":\"GB\",\"locality\":\"%s\",\"postcode\":\"ZZ1 1ZZ\"}}";
    for (String provider : List.of("alpha", "beta")) {
      String name = "Zulu of " + provider;
      String lines = (film + cinema).formatted(name, name, name);
      String feed = World.header("full", Instant.now().toString(), "") + "\n" + lines;
      world.take(provider, Shrinking.REFUSED, feed.getBytes(UTF_8));
    }
    HandDecisions decisions = new HandDecisions(SERVICE.database());
    Map<Kind, String> pages = Map.of(Kind.FILM, "/films/", Kind.CINEMA, "/cinemas/");
    pages.forEach((kind, address) -> {
      String id = kind == Kind.FILM ? "f" : "c";
      List<String> two =
          Stream.of("alpha", "beta").map(each -> RecordId.of(kind, each, id)).toList();
      String stays = decisions.merge(kind, two.getFirst(), two.getLast());
      String gone = stays.equals(two.getFirst()) ? two.getLast() : two.getFirst();
      SERVICE.awaitNews();
      HttpResponse<String> answer = SERVICE.ask("/embed" + address + gone + "?q=A%26B&lang=de");
      assertThat(answer.statusCode()).as(address).isEqualTo(308);
      assertThat(answer.headers().firstValue("Location"))
          .hasValue("/embed" + address + stays + "?q=A%26B&lang=de");
      page(address + stays);
    });
  }

  @Test
  void the_port_of_operations_answers_without_a_key_all_that_does_not_wait() {
    assertThat(SERVICE.operations("/v1/films").statusCode()).isEqualTo(200);
    assertThat(SERVICE.operations("/v1/changes?since=now").statusCode()).isEqualTo(404);
  }

  @Test
  void a_showing_is_free_as_a_calendar() {
    Document page = page("/films/" + film());
    HttpResponse<String> calendar = SERVICE.ask(page.select("a.ics").getFirst().attr("href"));
    assertThat(calendar.statusCode()).isEqualTo(200);
    assertThat(calendar.body()).contains("BEGIN:VEVENT", "SUMMARY:Solaris a");
  }

  @Test
  void a_position_is_rounded_before_it_stands_in_an_address() {
    HttpResponse<String> answer = SERVICE.ask("/near?lat=51.3712&lon=1.1267&radius=5&tickets=left");
    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(answer.headers().firstValue("Location").orElseThrow())
        .isEqualTo("/near?lat=51.37&lon=1.13&radius=5&tickets=left");
  }

  @Test
  void nothing_found_says_what_would_be_found() {
    Document page =
        page(
            "/near?q=Saltmarch&date=" + soon.minus(Duration.ofDays(1)).toString().substring(0, 10));
    assertThat(page.select(".hints a").eachText())
        .anySatisfy(hint -> assertThat(hint).startsWith("One showing on"));
  }

  @Test
  void what_would_be_found_is_found_by_the_same_choice() {
    String before = soon.minus(Duration.ofDays(1)).toString().substring(0, 10);
    String choice = "/near?q=Saltmarch&date=" + before + "&from=05:00&attribute=";
    Element hint = page(choice + "subtitled").select(".hints a").getFirst();
    assertThat(hint.attr("href")).contains("attribute=subtitled", "from=05%3A00");
    assertThat(page(hint.attr("href")).select("a.time")).hasSize(1);
    assertThat(page(choice + "imax").select(".hints a")).isEmpty();
    assertThat(page(choice + "imax").select(".hints").text()).startsWith("No showing fits, nor");
    assertThat(page("/near?q=Saltmarch&chain=ch_nobody&date=" + before).select(".hints a"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"de", "fr", "es"})
  void a_page_is_in_the_language_asked_for(String language) {
    HttpResponse<String> answer = SERVICE.ask("/", "Accept-Language", language + ",en;q=0.5");
    assertThat(Jsoup.parse(answer.body()).select("html").attr("lang")).isEqualTo(language);
    assertThat(page("/?lang=" + language).select("html").attr("lang")).isEqualTo(language);
    assertThat(answer.headers().firstValue("Vary").orElseThrow())
        .isEqualTo("Accept-Encoding, Accept-Language");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/near?lat=NaN&lon=1",
        "/near?lat=1e400&lon=1",
        "/near?q=%20",
        "/near?radius=-1&q=Saltmarch",
        "/near?q=Saltmarch&date=2026-02-31",
        "/near?q=Saltmarch&date=-0001-01-01",
        "/near?q=Saltmarch&date=%2B12345-01-01",
        "/near?q=Saltmarch&chain=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "/near?q=Saltmarch&date=9999-12-31",
        "/near?q=Saltmarch&cursor=x",
        "/near?q=Saltmarch&when=never&from=25:00&attribute=nothing&utm_source=mail",
        "/?lang=xx",
        "/search?q=%F0%9F%8E%AC",
        "/search?q=a",
        "/new?since=0000-01-01",
        "/new?since=9998-12-31"
      })
  void what_a_page_cannot_read_counts_as_not_sent(String target) {
    page(target);
  }

  @Test
  void a_page_asks_nothing_of_others_and_keeps_nothing() {
    HttpResponse<String> answer = SERVICE.ask("/");
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains(
            "default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "http");
    assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("public, max-age=60");
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(answer.body()).doesNotContain("style=");
    String tag = answer.headers().firstValue("ETag").orElseThrow();
    assertThat(SERVICE.ask("/", "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  private static String policy(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Security-Policy").orElseThrow();
  }

  @Test
  void sites_that_are_named_show_a_cinema_in_a_frame_without_a_script() {
    String target = "/embed/cinemas/" + rex();
    Document frame = page(target + "?date=" + soon.toString().substring(0, 10) + "&lang=de");
    assertThat(policy(SERVICE.ask(target)))
        .endsWith("frame-ancestors https://house.example *.rex.example");
    assertThat(frame.select("script, form, header.top, .madeof, .timeline")).isEmpty();
    assertThat(frame.select("h3").text()).isEqualTo("Solaris a");
    assertThat(frame.select(".coverage").text()).startsWith("Das ist der ganze Tag");
    assertThat(frame.select(".provenance").text()).contains("tester");
    assertThat(frame.select("footer a[href^=/cinemas/]").attr("href"))
        .isEqualTo("/cinemas/" + rex() + "?lang=de");
    assertThat(frame.select("base").attr("target")).isEqualTo("_blank");
    assertThat(frame.select("a[target]").eachAttr("href"))
        .hasSize(7)
        .allMatch(link -> link.startsWith(target + "?date=") && link.endsWith("&lang=de"));
    assertThat(frame.select("a.time").attr("href")).startsWith("https://tickets.example/");
    page(frame.select("a[target]").getLast().attr("href"));
  }

  @Test
  void a_film_in_a_frame_keeps_its_place_and_tells_its_height_where_that_is_asked_for() {
    String target = "/embed/films/" + film() + "?q=Saltmarch";
    assertThat(page(target).select("script")).isEmpty();
    Document frame = page(target + "&tell=height&scheme=light");
    assertThat(frame.select("script")).hasSize(1);
    assertThat(frame.select(".venue small").text()).contains("km");
    assertThat(frame.select(".run a").eachAttr("href"))
        .isNotEmpty()
        .allMatch(link -> link.endsWith("&q=Saltmarch&tell=height&scheme=light"));
    assertThat(frame.select("html").attr("class")).isEqualTo("light");
    assertThat(frame.select(".venue h3 a").attr("href")).startsWith("/cinemas/" + rex());
  }

  @Test
  void nobody_else_shows_pages_in_a_frame_and_what_is_missing_there_is_said_there() {
    for (String target : List.of("/", "/cinemas/" + rex(), "/docs", "/films/fi_nobody")) {
      assertThat(policy(SERVICE.ask(target))).as(target).endsWith("frame-ancestors 'none'");
    }
    assertThat(policy(SERVICE.operations("/embed/cinemas/" + rex())))
        .endsWith("frame-ancestors 'none'");
    for (String target : List.of("/embed/films/fi_nobody", "/embed/no/such")) {
      HttpResponse<String> answer = SERVICE.ask(target);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(policy(answer)).endsWith("*.rex.example");
      assertThat(Jsoup.parse(answer.body()).select("header, form")).isEmpty();
    }
  }

  @Test
  void a_page_has_the_line_that_shows_it_on_another_site() throws Exception {
    Element line = page("/films/" + film() + "?q=Saltmarch&from=05:00").expectFirst(".madeof pre");
    Element frame = Jsoup.parse(line.text()).expectFirst("iframe");
    assertThat(frame.attr("src"))
        .isEqualTo("//127.0.0.1:%d/embed/films/%s?q=Saltmarch".formatted(SERVICE.port(), film()));
    assertThat(Files.readString(Repository.path("docs/pages.md")))
        .contains(line.text().substring(line.text().indexOf(" title=")));
    assertThat(SERVICE.operations("/films/" + film()).body()).doesNotContain("iframe");
  }

  @Test
  void a_poster_at_a_host_that_is_named_covers_the_drawn_one() {
    for (String target : List.of("/new", "/films/" + film(), "/search?q=solaris")) {
      HttpResponse<String> answer = SERVICE.ask(target);
      assertThat(policy(answer)).contains("img-src 'self' pictures.example;");
      Element picture = Jsoup.parse(answer.body()).expectFirst(".poster svg + img");
      assertThat(picture.attr("src")).isEqualTo("https://pictures.example/1.jpg?a=1&b=2");
      assertThat(picture.attr("loading")).isEqualTo("lazy");
      assertThat(picture.attr("referrerpolicy")).isEqualTo("no-referrer");
    }
    HttpResponse<String> drawn = SERVICE.operations("/films/" + film());
    assertThat(policy(drawn)).contains("img-src 'self';");
    assertThat(Jsoup.parse(drawn.body()).select(".poster img")).isEmpty();
  }

  @Test
  void the_operator_is_named_and_search_engines_may_read_records() {
    Document page = page("/");
    assertThat(page.select(".owner a").eachAttr("href"))
        .containsExactly("mailto:help@rex.example", "https://rex.example/imprint");
    assertThat(SERVICE.ask("/robots.txt").body()).contains("Allow: /cinemas/", "Disallow: /\n");
    assertThat(SERVICE.ask("/sitemap.xml").body())
        .contains("<loc>http://127.0.0.1:" + SERVICE.port() + "/cinemas/" + rex() + "</loc>");
    assertThat(SERVICE.operations("/robots.txt").body()).isEqualTo("User-agent: *\nDisallow: /\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%20b", "a,b", ",", "%E2%80%AE", "ci_1,"})
  void what_is_no_id_is_not_there(String id) {
    for (String kind : List.of("cinemas", "films", "chains")) {
      assertThat(SERVICE.ask("/" + kind + "/" + id).statusCode()).isEqualTo(404);
    }
    assertThat(SERVICE.ask("/cinemas/" + rex() + "," + rex()).statusCode()).isEqualTo(404);
  }

  @Test
  void a_choice_is_kept_by_forms_and_links() {
    Document page = page("/films/" + film() + "?q=Saltmarch&attribute=subtitled&from=00:01");
    assertThat(page.select("form:has([name=attribute]) [name=q]").eachAttr("value"))
        .containsExactly("Saltmarch");
    assertThat(page.select(".run a").eachAttr("href"))
        .isNotEmpty()
        .allMatch(link -> link.contains("attribute=subtitled&from=00%3A01&q=Saltmarch"));
    assertThat(page.select(".hints")).isEmpty();
    assertThat(page("/films/" + film() + "?q=Nowhere").select(".hints").text())
        .contains("“Nowhere”");
    assertThat(page("/near?q=Saltmarch&date=2026-11-28&days=2").select(".where [name=days]").val())
        .isEqualTo("2");
  }

  @Test
  void a_page_that_refuses_a_method_names_those_that_it_takes() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVICE.port() + "/near"))
                  .DELETE()
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS");
    }
  }

  @Test
  void errors_below_the_pages_are_pages() {
    HttpResponse<String> answer = SERVICE.ask("/cinemas/no/such");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("<h1>Nothing here</h1>");
  }

  @Test
  void every_notice_has_a_page() {
    Document all = page("/notices");
    assertThat(all.select("main a").eachText()).hasSameSizeAs(Code.values());
    for (Code code : Code.values()) {
      Document page = page("/notices/" + code);
      assertThat(page.select("h1").text()).isEqualTo(code.title());
      assertThat(page.select("main").text())
          .contains(code.consequence(), code.severity().toString());
    }
    assertThat(SERVICE.operations("/notices/" + Code.FEED_SHRUNK).statusCode()).isEqualTo(200);
    assertThat(SERVICE.ask("/notices/NOTHING").statusCode()).isEqualTo(404);
    assertThat(SERVICE.ask("/notices/NOTHING").body()).contains("There is no such notice.");
  }
}
