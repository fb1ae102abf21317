package org.marquee.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.site.PagesOfAFeed.cinema;
import static org.marquee.site.PagesOfAFeed.film;
import static org.marquee.site.PagesOfAFeed.place;
import static org.marquee.site.PagesOfAFeed.showtime;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.marquee.ingest.World;
import org.marquee.json.JsonTree;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;

/// What links keep of a visitor's choice, what a filter leaves, and what pages say about
/// themselves. It is Friday, and the source of one cinema reaches until that evening.
@NullMarked
class ChoicesOfPagesTest {
  private static final String NOW = "2026-11-27T12:00:00Z";
  private static PagesOfAFeed pages;

  @BeforeAll
  static void start() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add(town("rex", "Rex", 51.37));
    lines.add(town("odd", "Odd", 51.38));
    IntStream.range(0, 7).forEach(each -> lines.add(town("m" + each, "Matinee " + each, 51.371)));
    IntStream.range(0, 20).forEach(each -> lines.add(film("f" + each)));
    lines.add(film("a", ",\"durationMinutes\":120,\"posterUrl\":\"https://rex.example/a.jpg\""));
    lines.add(film("run"));
    IntStream.range(0, 7)
        .forEach(each -> lines.add(showtime("run", "m" + each, "2026-11-28T14:00:00Z")));
    IntStream.range(0, 20)
        .forEach(each ->
            lines.add(
                showtime("f" + each, "odd", "2026-11-28T%02d:00:00Z".formatted(each / 2 + 8))));
    lines.add(
        showtime(
            "a",
            "rex",
            "2026-11-28T19:30:00Z",
            ",\"attributes\":[\"imax\",\"subtitled\"],\"screen\":{\"name\":\"IMAX\"}"));
    lines.add(
        showtime(
            "a",
            "rex",
            "2026-11-29T19:30:00Z",
            ",\"attributes\":[\"imax\"],\"screen\":{\"name\":\"IMAX Screen 2\"}"));
    pages = new PagesOfAFeed(NOW, lines.toArray(String[]::new));
    pages.take(
        "short",
        "{\"until\":\"2026-11-27T23:00:00Z\"}",
        town("unknown", "Unknown House", 51.36),
        film("short"),
        showtime("short", "unknown", "2026-11-27T20:00:00Z"));
  }

  private static String town(String id, String name, double north) {
    return cinema(id, name, "Europe/London", place("GB", "Saltmarch", "SX3 5JE", north, 1.12));
  }

  @AfterAll
  static void stop() {
    pages.close();
  }

  private static String filmPage(String film) {
    return "/films/" + RecordId.of(Kind.FILM, World.PROVIDER, film);
  }

  private static String cinemaPage(String cinema) {
    return "/cinemas/" + RecordId.of(Kind.CINEMA, World.PROVIDER, cinema);
  }

  @Test
  void links_keep_the_day_the_place_and_the_filter() {
    Document near = pages.page("/near?q=Saltmarch&when=tomorrow&attribute=imax&radius=5");
    assertThat(near.select("#day").text()).isEqualTo("Tomorrow Saturday, 28 November");
    assertThat(near.select("section.film h3 a").attr("href"))
        .isEqualTo(filmPage("a") + "?date=2026-11-28&attribute=imax&q=Saltmarch");
    assertThat(near.select("section.venue h2 a").attr("href"))
        .isEqualTo(cinemaPage("rex") + "?date=2026-11-28&attribute=imax");
    Document here = pages.page("/near?lat=51.37&lon=1.12&date=2026-11-28");
    String link = here.expectFirst("section.film h3 a").attr("href");
    assertThat(link).contains("date=2026-11-28&lat=51.37&lon=1.12");
    Document film = pages.page(filmPage("a") + "?date=2026-11-28&lat=51.37&lon=1.12");
    assertThat(film.select(".venue small").text()).contains("km");
    assertThat(film.select(".run a").eachAttr("href"))
        .isNotEmpty()
        .allMatch(each -> each.endsWith("&lat=51.37&lon=1.12"));
    assertThat(film.select("form.where [name=lat]").attr("value")).isEqualTo("51.37");
    assertThat(film.select(".venue h3 a").attr("href"))
        .isEqualTo(cinemaPage("rex") + "?date=2026-11-28");
    assertThat(pages.page(cinemaPage("rex") + "?date=2026-11-28").select("h3 a").attr("href"))
        .isEqualTo(filmPage("a") + "?date=2026-11-28&q=SX3+5JE");
  }

  @Test
  void the_taps_of_days_carry_dates_and_say_which_one_is_chosen() {
    List<String> links =
        pages.page("/near?q=Saltmarch&when=tonight").select(".taps a").eachAttr("href");
    assertThat(links)
        .containsExactly(
            "/near?q=Saltmarch&date=2026-11-27",
            "/near?q=Saltmarch&date=2026-11-27&from=17%3A00",
            "/near?q=Saltmarch&date=2026-11-28",
            "/near?q=Saltmarch&date=2026-11-28&days=2");
    List<String> words = List.of("Today", "Tonight", "Tomorrow", "Weekend");
    for (String word : words) {
      Document page = pages.page(links.get(words.indexOf(word)));
      assertThat(page.select(".taps [aria-current=true]").text()).isEqualTo(word);
    }
    Document weekend = pages.page(links.getLast());
    assertThat(weekend.select("#day").text())
        .isEqualTo("Saturday, 28 November – Sunday, 29 November");
    assertThat(weekend.select(".where [name=date]").attr("value")).isEqualTo("2026-11-28");
    assertThat(weekend.select(".where [name=days]").attr("value")).isEqualTo("2");
    // The place is where its first cinema is, and seven are nearer than the one that shows it.
    Document more = pages.page(weekend.select(".more a").attr("href"));
    assertThat(more.select("section.film h3 a").eachAttr("href"))
        .anyMatch(link -> link.startsWith(filmPage("a") + "?date=2026-11-29"));
  }

  @Test
  void by_film_each_film_has_its_cinemas_and_links_keep_the_order() {
    String weekend = "/near?q=Saltmarch&date=2026-11-28&days=2";
    Document page = pages.page(weekend + "&by=film");
    assertThat(page.select("section.film h2 a").eachText())
        .hasSize(20)
        .startsWith("A film f0", "A film f1")
        .containsSequence("A film f13", "A film run", "A film f14");
    Element run = page.select("section.film").get(14);
    assertThat(run.select(".venue h3 a").eachText()).hasSize(7).contains("Matinee 6");
    assertThat(run.select(".times time").eachText()).hasSize(7).containsOnly("14:00");
    assertThat(page.select(".orders a").eachText()).containsExactly("By cinema", "By film");
    assertThat(page.select(".orders a").eachAttr("href"))
        .containsExactly(weekend, weekend + "&by=film");
    assertThat(page.select(".orders [aria-current=true]").text()).isEqualTo("By film");
    assertThat(page.select(".taps a").eachAttr("href")).allMatch(each -> each.contains("by=film"));
    assertThat(page.select(".where [name=by]").attr("value")).isEqualTo("film");
    // What is known of the days is said in the same words, once for each cinema.
    Document cinemas = pages.page(weekend + "&radius=2");
    Document known = pages.page(weekend + "&radius=2&by=film");
    for (Element venue : cinemas.select(".around section.venue")) {
      assertThat(known.select("#" + venue.attr("aria-labelledby") + " ~ .coverage").eachText())
          .isEqualTo(venue.select(".coverage").eachText());
    }
    Document more = pages.page(page.select(".more a").attr("href"));
    assertThat(more.select("section.film h2 a").eachText())
        .containsExactly("A film f19", "A film a");
    assertThat(more.select("section.film").getLast().select(".venue h3").eachText())
        .containsExactly(
            "Rex Saltmarch · 0.2 km · Saturday, 28 November",
            "Rex Saltmarch · 0.2 km · Sunday, 29 November");
    Document late = pages.page("/near?q=Saltmarch&date=2026-11-28&by=film&from=19:00&lang=de");
    assertThat(late.select("section.film h2 a").eachText()).containsExactly("A film a");
    assertThat(late.select(".orders a").eachText()).containsExactly("Nach Kino", "Nach Film");
    assertThat(late.select(".unknownday a").eachText()).containsExactly("Unknown House");
  }

  @Test
  @Timeout(30)
  void a_chain_whose_id_is_too_long_shows_nothing_in_either_order() {
    String chain = "/near?q=Saltmarch&date=2026-11-28&chain=" + "c".repeat(200);
    for (String address : List.of(chain, chain + "&by=film")) {
      assertThat(pages.page(address).select("section.venue,section.film")).isEmpty();
    }
  }

  @Test
  void a_filter_leaves_only_what_has_a_showing_and_names_what_is_not_known() {
    Document imax = pages.page("/near?q=Saltmarch&date=2026-11-28&attribute=imax");
    assertThat(imax.select("section.venue h2 a").eachText()).containsExactly("Rex");
    assertThat(imax.text()).doesNotContain("This is the whole day");
    assertThat(imax.select(".unknownday a").eachText()).containsExactly("Unknown House");
    Document late = pages.page("/near?q=Saltmarch&date=2026-11-28&from=19:00");
    assertThat(late.select("section.venue h2 a").eachText()).containsExactly("Rex");
    assertThat(late.select(".filter summary").text()).isEqualTo("Filter: Not before 19:00");
    assertThat(pages.page("/near?q=Saltmarch&date=2026-11-28").select("section.venue")).hasSize(5);
    String rex = cinemaPage("rex") + "?date=2026-11-28";
    assertThat(pages.page(rex + "&attribute=imax").select(".coverage").text())
        .startsWith("This is all of the day that fits the filter")
        .doesNotContain("whole day:");
    assertThat(pages.page(rex).select(".coverage").text()).startsWith("This is the whole day");
    assertThat(pages.page(filmPage("run") + "?date=2026-11-28&attribute=imax").select(".venue"))
        .isEmpty();
  }

  @Test
  void a_cinema_whose_day_is_unknown_is_named_on_the_page_of_a_film() {
    for (String place : List.of("", "&q=Saltmarch")) {
      Document page = pages.page(filmPage("run") + "?date=2026-11-28" + place);
      assertThat(page.select(".unknownday").text())
          .startsWith("We do not know yet what is on this day at:");
      assertThat(page.select(".unknownday a").eachAttr("href"))
          .containsExactly(
              "/cinemas/" + RecordId.of(Kind.CINEMA, "short", "unknown") + "?date=2026-11-28");
    }
    assertThat(pages.page(filmPage("run") + "?date=2026-11-27").select(".unknownday")).isEmpty();
  }

  @Test
  void an_end_is_said_to_be_about_and_imax_is_said_once() {
    Document saturday = pages.page(cinemaPage("rex") + "?date=2026-11-28");
    assertThat(saturday.select(".about").text()).startsWith("until about 21:30 IMAX Subtitled The");
    Document sunday = pages.page(cinemaPage("rex") + "?date=2026-11-29&lang=de");
    assertThat(sunday.select(".about").text()).startsWith("bis etwa 21:30 IMAX Screen 2 Die");
  }

  @Test
  void times_come_before_the_map_in_the_order_of_the_page() {
    Document page = pages.page("/near?q=Saltmarch&date=2026-11-28");
    List<Element> all = page.select("time, figure.map");
    assertThat(all.getFirst().tagName()).isEqualTo("time");
    assertThat(all.getLast().tagName()).isEqualTo("figure");
  }

  @Test
  void every_film_that_is_on_is_reached_from_the_first_page() {
    String films = pages.page("/").select("a[href=/films]").attr("href");
    assertThat(pages.page(films).select("main li a").eachAttr("href"))
        .hasSize(23)
        .contains(filmPage("f19"), filmPage("run"))
        .doesNotHaveDuplicates();
    assertThat(pages.page(films).select("main li a").eachText())
        .startsWith("A film a", "A film f0", "A film f1", "A film f10");
    assertThat(pages.page("/films?page=2").select("main li")).isEmpty();
  }

  @Test
  void a_page_describes_itself_in_its_head() {
    String day = "?date=2026-11-28";
    for (String target :
        List.of("/", "/films", "/new", "/near?q=Saltmarch", cinemaPage("rex"), filmPage("a"))) {
      Document page = pages.page(target + (target.contains("?") ? "&" : "?") + "utm_source=mail");
      String origin = page.location().substring(0, page.location().indexOf('/', 8));
      String canonical = page.select("link[rel=canonical]").attr("href");
      assertThat(canonical).startsWith(origin + target).doesNotContain("utm_source");
      assertThat(page.select("meta[property=og:url]").attr("content")).isEqualTo(canonical);
      assertThat(page.select("meta[name=description]").attr("content"))
          .hasSizeBetween(20, 200)
          .isEqualTo(page.select("meta[property=og:description]").attr("content"));
      assertThat(page.select("meta[property=og:title]").attr("content")).isNotEmpty();
      assertThat(page.select("meta[property=og:site_name]").attr("content")).isEqualTo("Rex Guide");
    }
    assertThat(pages.page(filmPage("a")).select("meta[property=og:image]").attr("content"))
        .isEqualTo("https://rex.example/a.jpg");
    assertThat(pages.page(cinemaPage("rex") + day).select("link[rel=canonical]").attr("href"))
        .endsWith(cinemaPage("rex"));
    for (String target : List.of(cinemaPage("rex") + day, filmPage("a") + day)) {
      String data = pages.page(target).expectFirst("script[type=application/ld+json]").data();
      assertThat(JsonTree.own(data)).isNotNull();
      assertThat(data)
          .contains("\"@type\":\"ScreeningEvent\"", "\"startDate\":\"2026-11-28T19:30:00Z\"")
          .doesNotContain("2026-11-29T19:30");
    }
  }

  @Test
  void what_is_not_known_is_said_by_us_and_german_sounds_german() {
    Document unknown =
        pages.page("/cinemas/" + RecordId.of(Kind.CINEMA, "short", "unknown") + "?date=2026-11-28");
    assertThat(unknown.select(".coverage").text())
        .startsWith("We do not know yet what is on this day.");
    String german =
        pages.page("/near?q=Saltmarch&date=2026-11-28&lang=de").text()
            + pages.page("/new?lang=de").text();
    assertThat(german)
        .contains("Ab", "Neu seit")
        .doesNotContain("Nicht vor", "jede ", "Erstmals verzeichnet");
  }

  @Test
  void a_document_keeps_nothing_of_its_first_visitor() {
    Document first = pages.page("/docs/api?lang=de&victim=anna%40example.org");
    assertThat(first.outerHtml()).doesNotContain("victim", "anna");
    Document second = pages.page("/docs/api?lang=de");
    assertThat(second.outerHtml()).doesNotContain("victim", "anna");
    assertThat(second.select("footer nav a").eachAttr("href"))
        .contains("/docs/api?lang=en", "/docs/api?lang=fr");
  }
}
