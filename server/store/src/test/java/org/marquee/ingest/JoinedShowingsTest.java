package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Kind;
import org.marquee.listing.Showtime;
import org.marquee.store.run.PostgresSources;

/// Showings that several providers list, as they are published.
@NullMarked
class JoinedShowingsTest extends JoinedFeeds {
  @Test
  void a_showing_of_several_providers_is_one_record() {
    takeAlien(
        "alpha", "2026-03-20T06:00:00Z", "", "a 2026-04-01T19:00", "b 2026-04-02T19:00 Screen_1");
    World.Run run =
        takeAlien(
            "beta",
            "2026-03-20T07:00:00Z",
            ",\"bookingUrl\":\"https://beta.example/\",\"attributes\":[\"imax\"]",
            "x 2026-04-01T19:00 Saal_3",
            "y 2026-04-02T19:00 Saal_1",
            "z 2026-04-03T19:00");
    assertThat(run.rowCounts().of(Kind.SHOWTIME).added()).isEqualTo(3);
    assertThat(shows()).containsExactly("alpha a", "alpha b", "beta z");
    Showtime first = of(null, null).getFirst();
    assertThat(first.id()).isEqualTo(id(Kind.SHOWTIME, "alpha", "a"));
    assertThat(first.bookingUrl()).isEqualTo("https://beta.example/");
    assertThat(first.screenName()).isEqualTo("Saal 3");
    assertThat(first.attributes().mask()).isNotZero();
    assertThat(of(null, null).get(1).screenName()).isEqualTo("Screen 1");
    long before = world.listings().revision().number();
    assertThat(
            takeAlien(
                    "alpha",
                    "2026-03-20T06:00:00Z",
                    "",
                    "a 2026-04-01T19:00",
                    "b 2026-04-02T19:00 Screen_1")
                .rowCounts()
                .of(Kind.SHOWTIME)
                .unchanged())
        .isEqualTo(2);
    assertThat(world.listings().revision().number()).isEqualTo(before);
    // One of them moves, so they are two showings again.
    assertThat(
            takeAlien(
                    "alpha",
                    "2026-03-21T06:00:00Z",
                    "",
                    "a 2026-04-01T20:00",
                    "b 2026-04-02T19:00 Screen_1")
                .rowCounts()
                .of(Kind.SHOWTIME)
                .changed())
        .isEqualTo(1);
    assertThat(shows()).containsExactly("beta x", "alpha a", "alpha b", "beta z");
    // It moves back, and another one is withdrawn: the other provider's showing stays.
    World.Run gone = takeAlien("alpha", "2026-03-22T06:00:00Z", "", "a 2026-04-01T19:00");
    assertThat(gone.rowCounts().unlisted(Kind.SHOWTIME)).isEqualTo(1);
    assertThat(shows()).containsExactly("alpha a", "beta y", "beta z");
    new PostgresSources(world.database()).remove("alpha");
    assertThat(shows()).containsExactly("beta x", "beta y", "beta z");
  }

  @Test
  void the_house_corrects_a_showing() {
    takeAlien("alpha", "2026-03-20T06:00:00Z", "", "a 2026-04-01T19:00 1");
    takeAlien("house", "2026-03-20T07:00:00Z", "", "h 2026-04-01T19:00");
    assertThat(shows()).containsExactly("house h");
    assertThat(of(null, null).getFirst().id()).isEqualTo(id(Kind.SHOWTIME, "alpha", "a"));
    assertThat(of(null, null).getFirst().screenName()).isEqualTo("1");
    String cinema = id(Kind.CINEMA, "house", "c");
    decisions.split(Kind.CINEMA, cinema);
    assertThat(shows()).containsExactlyInAnyOrder("alpha a", "house h");
    assertThat(of(cinema, null))
        .extracting(Showtime::id)
        .containsExactly(id(Kind.SHOWTIME, "house", "h"));
    decisions.merge(Kind.CINEMA, id(Kind.CINEMA, "alpha", "c"), cinema);
    assertThat(shows()).containsExactly("house h");
  }

  @Test
  void a_crowd_of_listings_at_once_is_joined_to_none_until_it_is_gone() {
    takeAlien("alpha", "2026-03-20T06:00:00Z", "", "a 2026-04-01T19:00 Screen_2");
    takeAlien("beta", "2026-03-20T07:00:00Z", "", "x 2026-04-01T19:00 Screen_2");
    assertThat(shows()).containsExactly("alpha a");
    List<String> crowd = new ArrayList<>(List.of("x 2026-04-01T19:00 Screen_2"));
    for (int number = 0; number < 10_000; number++) {
      crowd.add("c" + number + " 2026-04-01T19:00");
    }
    takeAlien("beta", "2026-03-21T07:00:00Z", "", crowd.toArray(String[]::new));
    assertThat(world.showtimes(1000)).hasSize(1 + crowd.size());
    takeAlien("beta", "2026-03-22T07:00:00Z", "", "x 2026-04-01T19:00 Screen_2");
    assertThat(shows()).containsExactly("alpha a");
  }
}
