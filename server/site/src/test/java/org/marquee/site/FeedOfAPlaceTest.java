package org.marquee.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.site.PagesOfAFeed.cinema;
import static org.marquee.site.PagesOfAFeed.film;
import static org.marquee.site.PagesOfAFeed.place;
import static org.marquee.site.PagesOfAFeed.showtime;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;

/// The Atom feeds of a place (docs/pages.md, "Feeds of a place").
@NullMarked
class FeedOfAPlaceTest {
  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private static final LocalDate DAY = LocalDate.ofInstant(NOW, ZoneOffset.UTC).plusDays(9);

  private static String town(String id, String town, double north) {
    return cinema(id, "Kino " + id, "Europe/London", place("GB", town, "SX3 5JE", north, 1.12));
  }

  private static String show(String film, String cinema, int day) {
    return showtime(film, cinema, DAY.plusDays(day) + "T19:00:00Z");
  }

  @Test
  void a_feed_tells_of_films_and_further_days_at_its_place() throws IOException {
    try (PagesOfAFeed pages =
        new PagesOfAFeed(
            NOW.toString(),
            town("rex", "Saltmarch", 51.37),
            town("far", "Longbay", 52.9),
            film("a"),
            film("b"),
            show("a", "rex", 0),
            show("a", "rex", 1),
            show("b", "far", 0))) {
      String film = RecordId.of(Kind.FILM, World.PROVIDER, "a");
      String link =
          pages.page("/near?q=Saltmarch").select("link[type$=atom+xml]").getFirst().attr("href");
      assertThat(link).isEqualTo("/new.atom?q=Saltmarch&lang=en");
      Document first = pages.page(link);
      assertThat(first.select("entry > title").eachText())
          .containsExactly("A film a: now listed · Saltmarch");
      Element entry = first.expectFirst("entry");
      assertThat(entry.select("id").text()).isEqualTo("urn:marquee:new:saltmarch:10:" + film);
      assertThat(entry.select("link").attr("href"))
          .isEqualTo("/films/" + film + "?date=" + DAY + "&q=Saltmarch&lang=en");
      assertThat(first.select("feed > updated").text()).isEqualTo(entry.select("updated").text());
      assertThat(first.select("feed > author > name").text()).isEqualTo("Rex Guide");
      pages.take("lido", "{}", town("lido", "Saltmarch", 51.38), film("c"), show("c", "lido", 3));
      Document second = pages.page("/new.atom?q=SALTMARCH");
      assertThat(second.select("entry > title").eachText())
          .containsExactly("A film c: now listed · Saltmarch", "A film a: now listed · Saltmarch");
      assertThat(second.select("entry > id").last()).hasToString(entry.select("id").toString());
      String ofFilm =
          pages
              .page("/films/" + film + "?q=Saltmarch")
              .select("p > a[href^=/new.atom]")
              .attr("href");
      assertThat(ofFilm).isEqualTo("/new.atom?q=Saltmarch&film=" + film + "&lang=en");
      assertThat(pages.page(ofFilm).select("entry > id").eachText())
          .containsExactly("urn:marquee:new:saltmarch:10:" + film);
      // Nothing is on there.
      assertThat(pages.page("/new.atom?lat=10&lon=10").select("feed > updated").text())
          .isEqualTo("1970-01-01T00:00:00Z");
    }
  }
}
