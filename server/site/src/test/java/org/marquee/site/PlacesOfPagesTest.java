package org.marquee.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.site.PagesOfAFeed.cinema;
import static org.marquee.site.PagesOfAFeed.film;
import static org.marquee.site.PagesOfAFeed.place;
import static org.marquee.site.PagesOfAFeed.showtime;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;

/// Which place pages take the words of a visitor for.
@NullMarked
class PlacesOfPagesTest {
  private static PagesOfAFeed pages;

  @BeforeAll
  static void start() throws Exception {
    pages =
        new PagesOfAFeed(
            "2026-11-24T06:00:00Z",
            gb("rex", "Rex", "Saltmarch Bay", "SX3 5JE", 51.37),
            gb("gull", "The Gannet", "Averden", "SX9 4LT", 51.15),
            gb("east", "Eastern", "Averden", "E1 6QL", 51.16),
            gb("other", "Other", "Hollow", "SX30 1AA", 51.9),
            gb("north", "Regal North", "Newhold", "QQ1 1AA", 52),
            gb("south", "Regal South", "Newham", "QQ1 2AA", 52.1),
            cinema(
                "ol", "Kino am Hafen", "Europe/Berlin", place("DE", "Köln", "50667", 50.94, 6.96)),
            cinema("us", "Strand", "America/New_York", place("US", "Fulton", "50669", 41, -90)),
            cinema(
                "pl", "Kino Wisła", "Europe/Warsaw", place("PL", "Warszawa", "00-950", 52.2, 21)),
            film("a"),
            showtime("a", "rex", "2026-11-24T20:00:00Z"));
  }

  private static String gb(String id, String name, String town, String postcode, double north) {
    return cinema(id, name, "Europe/London", place("GB", town, postcode, north, 1.12));
  }

  @AfterAll
  static void stop() {
    pages.close();
  }

  private static Document near(String text) {
    return pages.page("/near?q=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SX3 5JE       | Rex           | Around SX3 5JE       | from the cinemas at SX3 5JE
          SX3 5AA       | Rex           | Around SX3 5AA       | whose postcode begins with SX3 5
          sx35aa        | Rex           | Around sx35aa        | whose postcode begins with SX3 5
          SX3 9ZZ       | Rex           | Around SX3 9ZZ       | whose postcode begins with SX3
          SX3           | Rex           | Around SX3           | whose postcode begins with SX3
          SX30          | Other         | Around SX30          | whose postcode begins with SX30
          E1 8AA        | Eastern       | Around E1 8AA        | whose postcode begins with E1
          00951         | Kino Wisła    | Around 00951         | whose postcode begins with 00-95
          Saltmarch Bay | Rex           | Around Saltmarch Bay | from Rex
          Saltmarch     | Rex           | Around Saltmarch Bay | from Rex
          koln          | Kino am Hafen | Around Köln          | measured from Köln
          herne bay     | Rex           | Around Herne Bay     | measured from Herne Bay
          averdan       | Eastern       | Around Averden       | No place is called “averdan”
          Saltmrach Bay | Rex           | Around Saltmarch Bay | No place is called “Saltmrach Bay”
          the gannet    | The Gannet    | Around The Gannet    | from The Gannet
          rex saltmarch | Rex           | Around Rex           | from Rex
          """)
  void a_place_is_found_by_a_beginning_a_near_spelling_or_a_cinema(
      String text, String first, String title, String centre) {
    Document page = near(text);
    assertThat(page.select("h1").text()).isEqualTo(title);
    assertThat(page.select(".centre").text()).contains(centre);
    assertThat(page.select("section.venue h2 a").eachText()).startsWith(first);
  }

  @Test
  void words_that_fit_several_places_ask_which_one() {
    assertThat(near("New").select(".hints a").eachText())
        .containsExactlyInAnyOrder("Newhold", "Newham");
    assertThat(near("Regal").select(".hints a").eachText())
        .containsExactlyInAnyOrder("Regal North, Newhold", "Regal South, Newham");
    assertThat(near("50668").select(".hints a").eachText())
        .containsExactlyInAnyOrder("50667, Kino am Hafen", "50669, Strand");
    Document chosen = pages.page(near("Regal").select(".hints a").getFirst().attr("href"));
    assertThat(chosen.select("section.venue")).isNotEmpty();
    assertThat(near("Nowhere at all").select("h1").text())
        .isEqualTo("No place “Nowhere at all” is known here");
    assertThat(near("QX7 7XX").select("h1").text()).contains("is known here");
  }

  @Test
  void a_cinema_that_comes_meanwhile_is_known() {
    assertThat(near("Quarrington").select("h1").text()).contains("is known here");
    pages.take(
        "later",
        "{\"until\":\"2026-11-27T23:00:00Z\"}",
        gb("quarry", "Quarry", "Quarrington", "ZZ9 9ZZ", 53),
        film("q"),
        showtime("q", "quarry", "2026-11-24T20:00:00Z"));
    assertThat(near("Quarrington").select("h1").text()).isEqualTo("Around Quarrington");
  }

  @Test
  void the_search_and_the_page_of_a_film_know_the_same_places() {
    assertThat(pages.page("/search?q=SX3+5AA").select(".taps a").attr("href"))
        .isEqualTo("/near?q=SX3+5AA");
    assertThat(pages.page("/search?q=averdan").select(".taps a").eachText())
        .containsExactly("Around Averden");
    String film = "/films/" + RecordId.of(Kind.FILM, World.PROVIDER, "a");
    assertThat(pages.page(film + "?q=SX3+9ZZ").select(".venue small").text()).endsWith("0 km");
    assertThat(pages.page(film + "?q=Regal").select(".hints a").eachAttr("href"))
        .allMatch(link -> link.startsWith(film + "?date=2026-11-24&lat="));
  }
}
