package org.marquee.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.site.PagesOfAFeed.cinema;
import static org.marquee.site.PagesOfAFeed.film;
import static org.marquee.site.PagesOfAFeed.place;
import static org.marquee.site.PagesOfAFeed.showtime;

import org.jsoup.nodes.Document;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Details of records on the pages for people.
@NullMarked
class DetailsOfPagesTest {
  @Test
  void pages_show_details_and_hide_what_is_sold_out() throws Exception {
    String rex =
        cinema("rex", "Rex", "Europe/London", place("GB", "Saltmarch", "SX3 5JE", 51.37, 1.12));
    String house =
        rex.substring(0, rex.length() - 1)
            + ",\"details\":{\"websiteUrl\":\"https://rex.example\",\"telephone\":\"+44 1632 960001\",\"accessibility\":[\"hearing-loop\"]}}";
    try (PagesOfAFeed pages =
        new PagesOfAFeed(
            "2026-11-27T12:00:00Z",
            house,
            film(
                "a",
                ",\"durationMinutes\":120,\"details\":{\"synopsis\":\"Bees <dance>.\",\"genres\":[\"drama\"],\"links\":[{\"type\":\"imdb\",\"url\":\"https://imdb.example/1\"}]}"),
            showtime(
                "a",
                "rex",
                "2026-11-27T19:00:00Z",
                ",\"details\":{\"availability\":{\"status\":\"sold_out\"},\"endsAt\":\"2026-11-27T21:31:00Z\",\"price\":{\"from\":8.5,\"to\":12,\"currency\":\"EUR\"},\"formats\":[\"35mm\",\"odd-reel\"],\"version\":{\"spoken\":[\"fr\"],\"subtitles\":[\"en\"],\"original\":true}}"),
            showtime("a", "rex", "2026-11-27T20:00:00Z"),
            showtime("a", "rex", "2026-11-27T21:00:00Z", ",\"attributes\":[\"imax\"]"))) {
      String near = "/near?q=SX3+5JE&date=2026-11-27";
      Document cinemas = pages.page(near);
      String film = cinemas.select(".film h3 a").attr("href").replaceAll("\\?.*", "");
      String cinema = cinemas.select(".venue h2 a").attr("href").replaceAll("\\?.*", "");
      for (String address : new String[] {near, near + "&by=film", film + "?", cinema + "?"}) {
        Document page = pages.page(address);
        assertThat(page.select(".times li").size()).as(address).isEqualTo(3);
        assertThat(page.select(".soldout .about").text())
            .as(address)
            .startsWith(
                "Sold out (just now) until 21:31 Original version Language: French Subtitles: English 35 mm odd reel €8.50–12");
        assertThat(page.select(".times li:not(.soldout) .ends").text())
            .isEqualTo("until about 22:00 until about 23:00");
        Document left = pages.page(address + "&tickets=left");
        assertThat(left.select(".times li").size()).as(address).isEqualTo(2);
        assertThat(left.select("a[href*='/films/'],a[href*='/cinemas/']").eachAttr("href"))
            .as(address)
            .anyMatch(link -> link.contains("tickets=left"));
      }
      assertThat(pages.page(near + "&lang=de").select(".soldout .about").text())
          .contains("Ausverkauft", "Sprache: Französisch", "8,50–12 €");
      Document shown = pages.page(film);
      assertThat(shown.select(".run b").text()).isEqualTo("3");
      assertThat(pages.page(film + "?tickets=left").select(".run b").text()).isEqualTo("2");
      assertThat(pages.page(film + "?attribute=imax").select(".run b").text()).isEqualTo("1");
      assertThat(shown.select(".synopsis").text()).isEqualTo("Bees <dance>.");
      assertThat(shown.select("a[href=https://imdb.example/1]").attr("rel"))
          .isEqualTo("noopener nofollow");
      Document at = pages.page(cinema);
      assertThat(at.select(".timeline svg svg").eachAttr("width"))
          .containsExactly("151", "120", "120");
      assertThat(at.select("a[href=https://rex.example]").text()).isEqualTo("Website");
      assertThat(at.select("a[href=tel:+441632960001]").text()).isEqualTo("+44 1632 960001");
      assertThat(at.select(".address .label").text()).isEqualTo("hearing loop");
      assertThat(at.select("script[type=application/ld+json]").html()).contains("SoldOut");
    }
  }
}
