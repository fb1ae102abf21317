package org.marquee.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.marquee.site.PagesOfAFeed.cinema;
import static org.marquee.site.PagesOfAFeed.film;
import static org.marquee.site.PagesOfAFeed.place;
import static org.marquee.site.PagesOfAFeed.showtime;

import java.util.List;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;

/// Which day and which time pages say: at 18:00 of a day in London, of showings at 14:00, 17:30 and
/// 18:00 there, and of the next day in Auckland; and in the night in which London's clock goes
/// back.
@NullMarked
class ClockOfPagesTest {
  private static final String EVENING = "2026-11-24T18:00:00Z";
  private static PagesOfAFeed pages;

  @BeforeAll
  static void start() throws Exception {
    pages =
        new PagesOfAFeed(
            "2026-10-23T06:00:00Z",
            cinema("rex", "Rex", "Europe/London", place("GB", "Saltmarch", "SX3 5JE", 51.37, 1.12)),
            cinema(
                "far", "Far", "Pacific/Auckland", place("NZ", "Longbay", "0630", -36.68, 174.74)),
            cinema(
                "west", "West", "Pacific/Honolulu", place("US", "Kailua", "96734", 21.4, -157.74)),
            film("away"),
            film("over"),
            film("going"),
            film("late"),
            film("world"),
            showtime("away", "far", "2026-11-25T06:00:00Z"),
            showtime("over", "rex", "2026-11-24T14:00:00Z"),
            showtime("going", "rex", "2026-11-24T17:30:00Z"),
            showtime("going", "rex", "2026-11-24T18:00:00Z"),
            showtime("late", "rex", "2026-10-24T21:30:00Z"),
            showtime(
                "late", "rex", "2026-10-24T23:30:00Z", ",\"bookingUrl\":\"https://rex.example\""),
            showtime("late", "rex", "2026-10-25T00:30:00Z"),
            showtime("late", "rex", "2026-10-25T01:30:00Z"),
            showtime("late", "rex", "2026-11-01T20:00:00Z"),
            showtime("world", "far", "2026-11-25T06:00:00Z"),
            showtime("world", "west", "2026-11-25T06:00:00Z"));
  }

  @AfterAll
  static void stop() {
    pages.close();
  }

  private static String rex() {
    return "/cinemas/" + RecordId.of(Kind.CINEMA, World.PROVIDER, "rex");
  }

  private static String filmPage(String film) {
    return "/films/" + RecordId.of(Kind.FILM, World.PROVIDER, film);
  }

  @Test
  void what_has_begun_is_folded_away_and_films_that_only_have_begun_come_last() {
    for (String target : List.of(rex(), "/near?q=Saltmarch")) {
      Document page = pages.at(EVENING).page(target);
      assertThat(page.select("section.film h3").eachText())
          .as(target)
          .containsExactly("A film going", "A film over");
      assertThat(page.select("details.begun time").eachText()).containsExactly("17:30", "14:00");
      assertThat(page.select("details.begun[open]")).isEmpty();
      assertThat(page.select("details.begun summary").eachText())
          .containsExactly("One showing has begun", "One showing has begun");
      assertThat(page.select("div > ul.times time").eachText()).containsExactly("18:00");
    }
    Document film = pages.page(filmPage("going"));
    assertThat(film.select("details.begun time").eachText()).containsExactly("17:30");
    assertThat(film.select("section.venue > ul.times time").eachText()).containsExactly("18:00");
  }

  @Test
  void today_is_the_day_of_the_cinema_where_it_is_tomorrow_already() {
    Document near = pages.at(EVENING).page("/near?q=Longbay");
    assertThat(near.select(".times time").eachText()).containsOnly("19:00");
    assertThat(near.select("#day").text()).isEqualTo("Today Wednesday, 25 November");
    Document film = pages.page(filmPage("away"));
    assertThat(film.select("#day").text()).isEqualTo("Wednesday, 25 November");
    assertThat(film.select(".times time").eachText()).containsExactly("19:00");
  }

  @Test
  void a_show_after_midnight_names_its_day_and_an_hour_that_comes_twice_its_clock() {
    pages.at("2026-10-24T10:00:00Z");
    for (String target :
        List.of(
            rex() + "?date=2026-10-24",
            "/near?q=Saltmarch&date=2026-10-24",
            filmPage("late") + "?date=2026-10-24")) {
      Document page = pages.page(target);
      assertThat(page.select(".times time").eachText())
          .as(target)
          .containsExactly("22:30", "00:30 Sun", "01:30 Sun BST", "01:30 Sun GMT");
      assertThat(page.select("a.time").attr("aria-label")).isEqualTo("Book for 00:30 Sun");
      assertThat(page.select("a.ics .hidden").eachText())
          .contains("The showing at 00:30 Sun for your calendar");
    }
    assertThat(pages.page(rex() + "?date=2026-10-24").select(".timeline svg svg text").eachText())
        .contains("22:30", "00:30 Sun");
    assertThat(pages.page(rex() + "?date=2026-10-24").select(".timeline text.clock").eachText())
        .startsWith("22:00", "23:00", "00:00 Sun");
    assertThat(pages.page(rex() + "?date=2026-10-24&lang=de").select(".times time").eachText())
        .containsExactly("22:30", "00:30 So.", "01:30 So. BST", "01:30 So. GMT");
  }

  @Test
  void between_midnight_and_five_today_and_tomorrow_are_those_of_the_calendar() {
    pages.at("2026-11-25T01:00:00Z");
    assertThat(pages.page("/near?q=Saltmarch&when=tomorrow").select("#day").text())
        .isEqualTo("Tomorrow Thursday, 26 November");
    assertThat(pages.page("/near?q=Saltmarch").select("#day").text())
        .isEqualTo("Today Wednesday, 25 November");
    assertThat(pages.page(rex() + "?date=2026-11-25").select("#day").text())
        .isEqualTo("Today Wednesday, 25 November");
    Document night = pages.page(rex());
    assertThat(night.select("#day").text()).isEqualTo("Tuesday, 24 November");
    assertThat(pages.page("/near?q=Saltmarch").select(".taps a").eachText())
        .contains("Tuesday, 24 November");
  }

  @Test
  void a_show_that_is_still_ahead_in_any_zone_is_on_a_linked_day() {
    pages.at("2026-11-25T05:30:00Z");
    assertThat(pages.page(filmPage("world")).select(".run a").eachAttr("href"))
        .satisfiesExactly(
            link -> assertThat(link).contains("date=2026-11-24"),
            link -> assertThat(link).contains("date=2026-11-25"));
    pages.at("2026-11-25T06:30:00Z");
    assertThat(pages.page(filmPage("world")).select(".run a")).isEmpty();
  }

  @Test
  void a_calendar_that_crosses_a_month_names_it() {
    pages.at("2026-10-24T10:00:00Z");
    assertThat(pages.page(filmPage("late")).select(".run td > span, .run a > span:first-child"))
        .extracting(each -> each.text())
        .startsWith("19 Oct", "20")
        .endsWith("31", "1 Nov");
    assertThat(pages.page(rex() + "?date=2026-10-28").select(".week span").eachText())
        .contains("Wed 28");
    assertThat(pages.page(rex() + "?date=2026-11-01").select(".week span").eachText())
        .contains("Sun 1 Nov", "Mon 2");
    assertThat(pages.at(EVENING).page(filmPage("going")).select(".run td > span").eachText())
        .startsWith("23");
  }
}
