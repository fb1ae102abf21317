package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.correction.Correction;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Showtime;
import org.marquee.notice.Code;
import org.marquee.store.decision.PostgresCorrections;
import org.marquee.store.decision.PostgresReview;
import org.marquee.store.run.PostgresSources;

/// Films and cinemas that several providers list.
@NullMarked
class JoinedRecordsTest extends JoinedFeeds {
  private void takeDunes() {
    take(
        "alpha",
        "2026-03-20T06:00:00Z",
        film("1", "Dune (HOH)", ""),
        film("2", "Dune", ",\"durationMinutes\":155,\"releaseDate\":\"2021-10-21\""),
        cinema("c", "Rex", REX),
        showtime("s1", "1", "c", "2026-04-01T19:00"),
        showtime("s2", "2", "c", "2026-04-01T21:00"));
    take(
        "beta",
        "2026-03-20T07:00:00Z",
        film(
            "d",
            "Dune",
            ",\"durationMinutes\":156,\"certification\":\"12A\",\"extCatalogAId\":\"438631\""),
        film("old", "Dune", ",\"durationMinutes\":137,\"releaseDate\":\"1984-12-14\""),
        cinema("r", "The Rex Cinema", REX),
        showtime("t1", "d", "r", "2026-04-02T19:00"));
  }

  @Test
  void a_film_of_several_providers_is_one_record() {
    takeDunes();
    String dune =
        id(Kind.FILM, "alpha", "1").compareTo(id(Kind.FILM, "alpha", "2")) < 0 ? "1" : "2";
    String record = id(Kind.FILM, "alpha", dune);
    assertThat(films()).hasSize(2);
    Film film = world.listings().findFilm(record).orElseThrow();
    assertThat(film.title()).isEqualTo("Dune");
    assertThat(film.durationMinutes()).isEqualTo(155);
    assertThat(film.certification()).isEqualTo("12A");
    assertThat(film.extCatalogAId()).isEqualTo("438631");
    assertThat(film.provenance().provider()).isEqualTo("alpha");
    for (String each : List.of("1", "2")) {
      assertThat(world.listings().findFilm(id(Kind.FILM, "alpha", each))).contains(film);
    }
    assertThat(world.listings().findFilm(id(Kind.FILM, "beta", "d"))).contains(film);
    assertThat(of(null, id(Kind.FILM, "beta", "d")))
        .hasSize(3)
        .allMatch(it -> it.filmId().equals(record));
  }

  @Test
  void a_cinema_of_several_providers_is_one_record() {
    takeDunes();
    assertThat(cinemas()).hasSize(1);
    String record = id(Kind.CINEMA, "alpha", "c");
    assertThat(world.listings().findCinema(id(Kind.CINEMA, "beta", "r")))
        .contains(cinemas().getFirst());
    assertThat(of(id(Kind.CINEMA, "beta", "r"), null))
        .hasSize(3)
        .allMatch(it -> it.cinemaId().equals(record));
  }

  @Test
  void the_same_feeds_again_change_nothing() {
    takeDunes();
    long before = world.listings().revision().number();
    takeDunes();
    assertThat(world.listings().revision().number()).isEqualTo(before);
  }

  @Test
  void each_provider_withdraws_only_what_is_its_own() {
    takeDunes();
    take("beta", "2026-03-21T07:00:00Z", film("x", "Alien", ""));
    assertThat(of(null, null)).hasSize(2);
    assertThat(cinemas()).hasSize(1);
    assertThat(films()).hasSize(2);
    take("alpha", "2026-03-21T08:00:00Z", film("y", "Solaris", ""));
    assertThat(films()).extracting(Film::title).containsExactly("Alien", "Solaris");
    assertThat(cinemas()).isEmpty();
  }

  @Test
  void a_record_outlives_the_word_that_gave_it_its_id() {
    takeDunes();
    String record = id(Kind.CINEMA, "alpha", "c");
    new PostgresSources(world.database()).remove("alpha");
    assertThat(cinemas()).extracting(Cinema::id).containsExactly(record);
    assertThat(cinemas().getFirst().name()).isEqualTo("The Rex Cinema");
    assertThat(of(id(Kind.CINEMA, "beta", "r"), null)).hasSize(1);
    takeDunes();
    assertThat(cinemas()).extracting(Cinema::id).containsExactly(record);
  }

  @Test
  void splitting_gives_ids_back_and_a_person_s_word_stays() {
    takeDunes();
    String word = id(Kind.FILM, "beta", "d");
    assertThat(decisions.split(Kind.FILM, word)).isEqualTo(word);
    assertThat(of(null, word)).extracting(it -> it.provenance().externalId()).containsExactly("t1");
    assertThat(films()).hasSize(3);
    takeDunes();
    assertThat(films()).hasSize(3);
    String other = id(Kind.FILM, "beta", "old");
    String kept = decisions.merge(Kind.FILM, word, other);
    assertThat(films()).hasSize(2);
    assertThat(world.listings().findFilm(other).orElseThrow().id()).isEqualTo(kept);
    String cinema = id(Kind.CINEMA, "beta", "r");
    assertThat(decisions.split(Kind.CINEMA, cinema)).isEqualTo(cinema);
    assertThat(of(cinema, null))
        .extracting(it -> it.provenance().externalId())
        .containsExactly("t1");
    assertThat(decisions.merge(Kind.CINEMA, cinema, id(Kind.CINEMA, "alpha", "c")))
        .isEqualTo(id(Kind.CINEMA, "alpha", "c"));
    assertThat(of(cinema, null)).hasSize(3);
  }

  @Test
  void all_of_a_record_goes_where_a_person_merges_it() {
    take(
        "alpha",
        "2026-03-20T06:00:00Z",
        film("a1", "Macbeth", ",\"durationMinutes\":150"),
        film("a2", "Macbeth (HOH)", ",\"durationMinutes\":150"),
        film("b1", "Macbeth", ",\"durationMinutes\":180"),
        film("b2", "Macbeth (HOH)", ",\"durationMinutes\":180"),
        film("c1", "Macbeth", ""),
        film("c2", "Macbeth (HOH)", ""));
    assertThat(films()).hasSize(3);
    decisions.merge(Kind.FILM, id(Kind.FILM, "alpha", "a1"), id(Kind.FILM, "alpha", "b2"));
    // A record that matches both is no longer in doubt.
    assertThat(films()).hasSize(1);
    decisions.split(Kind.FILM, id(Kind.FILM, "alpha", "c2"));
    assertThat(films()).hasSize(2);
  }

  @Test
  void a_cinema_that_moves_is_asked_about_until_a_person_says_where_it_is() {
    String leeds = cinema("c", "Roxy", REX);
    String berlin = leeds.replace("Europe/London", "Europe/Berlin").replace("\"GB\"", "\"DE\"");
    take("alpha", "2026-03-20T06:00:00Z", leeds);
    assertThat(
            take("alpha", "2026-03-20T07:00:00Z", leeds.replace("London", "Belfast"))
                .count(Code.CINEMA_MOVED))
        .isZero();
    assertThat(review.list(Kind.CINEMA)).isEmpty();
    assertThat(take("alpha", "2026-03-20T08:00:00Z", berlin).count(Code.CINEMA_MOVED)).isEqualTo(1);
    assertThat(take("alpha", "2026-03-20T09:00:00Z", berlin).count(Code.CINEMA_MOVED)).isZero();
    String id = id(Kind.CINEMA, "alpha", "c");
    assertThat(review.list(Kind.CINEMA))
        .extracting(PostgresReview.Item::id, PostgresReview.Item::why)
        .containsExactly(
            tuple(
                id,
                "moved from GB, Europe/Belfast to DE, Europe/Berlin; `correct set` with its country or zone answers"));
    new PostgresCorrections(world.database())
        .apply(
            List.of(
                new Correction.Wanted(
                    0, Correction.ofField(id, "countryCode", "DE", "As on the door."))),
            PostgresCorrections.Others.STAY,
            Ledger.Rules.Effect.COMMIT);
    assertThat(review.list(Kind.CINEMA)).isEmpty();
  }

  @Test
  void what_is_missing_is_asked_from_a_person_and_supplied_by_the_house() {
    World.Run run =
        take(
            "alpha",
            "2026-03-20T06:00:00Z",
            film("f", "Alien", ""),
            cinema("c", "Roxy", "\"countryCode\":\"GB\""),
            showtime("s", "f", "c", "2026-04-01T19:00"));
    assertThat(run.count(Code.HELD_BACK)).isEqualTo(2);
    String id = id(Kind.CINEMA, "alpha", "c");
    assertThat(review.list(Kind.CINEMA)).extracting(PostgresReview.Item::id).containsExactly(id);
    World.Run house = take("house", "2026-03-20T08:00:00Z", cinema(id, "Roxy Picture House", REX));
    assertThat(house.count(Code.RELEASED)).isEqualTo(2);
    assertThat(cinemas()).hasSize(1);
    assertThat(cinemas().getFirst().name()).isEqualTo("Roxy Picture House");
    assertThat(cinemas().getFirst().provenance().provider()).isEqualTo("house");
    assertThat(of(id, null))
        .extracting(Showtime::startsAt)
        .containsExactly(Instant.parse("2026-04-01T18:00:00Z"));
    assertThat(review.list(Kind.CINEMA)).isEmpty();
    // The provider's next feed is as incomplete as before, and no record is held back.
    World.Run again =
        take(
            "alpha",
            "2026-03-21T06:00:00Z",
            film("f", "Alien", ""),
            cinema("c", "Roxy", "\"countryCode\":\"GB\""),
            showtime("s", "f", "c", "2026-04-01T19:00"));
    assertThat(again.count(Code.HELD_BACK)).isZero();
    // Its report names the cinema by the provider's own id.
    assertThat(again.report().programmes().getFirst().cinema()).isEqualTo("c");
    assertThat(again.rowCounts().of(Kind.SHOWTIME).unchanged()).isEqualTo(1);
  }

  @Test
  void a_cinema_that_another_completed_stays_when_they_part() {
    take("beta", "2026-03-20T06:00:00Z", cinema("r", "Roxy Cinema", REX));
    take(
        "alpha",
        "2026-03-20T07:00:00Z",
        film("f", "Alien", ""),
        cinema("c", "Roxy", "\"countryCode\":\"GB\",\"locality\":\"Elmet\""),
        showtime("s", "f", "c", "2026-04-01T19:00"));
    String alpha = id(Kind.CINEMA, "alpha", "c");
    assertThat(cinemas()).hasSize(1);
    assertThat(decisions.split(Kind.CINEMA, alpha)).isEqualTo(alpha);
    assertThat(cinemas()).hasSize(2);
    assertThat(world.listings().findCinema(alpha).orElseThrow().location().postcode())
        .isEqualTo("LS1 1AA");
    assertThat(of(alpha, null)).hasSize(1);
  }

  @Test
  void a_film_without_a_title_gets_it_from_a_catalogue() {
    take(
        "alpha",
        "2026-03-20T06:00:00Z",
        "{\"type\":\"film\",\"externalId\":\"f\",\"extCatalogAId\":\"348\"}");
    assertThat(films()).isEmpty();
    World.Run run =
        take("beta", "2026-03-20T06:00:00Z", film("a", "Alien", ",\"extCatalogAId\":\"348\""));
    assertThat(run.count(Code.RELEASED)).isEqualTo(1);
    assertThat(world.listings().findFilm(id(Kind.FILM, "alpha", "f")).orElseThrow().title())
        .isEqualTo("Alien");
  }

  @Test
  void showtimes_stay_at_a_cinema_whose_source_record_another_one_replaces() {
    takeDunes();
    take(
        "alpha",
        "2026-03-21T06:00:00Z",
        film("2", "Dune", ""),
        cinema("new", "Rex", REX),
        showtime("s2", "2", "new", "2026-04-01T21:00"));
    assertThat(cinemas()).hasSize(1);
    assertThat(of(cinemas().getFirst().id(), null)).hasSize(2);
  }

  @Test
  void a_cinema_that_is_moved_by_some_metres_is_found_in_the_same_import() {
    String there = REX + ",\"latitude\":53.805,\"longitude\":-1.505";
    take(
        "alpha",
        "2026-03-20T06:00:00Z",
        cinema("c", "Rex", there),
        cinema("d", "Rex Cinema", there));
    take("beta", "2026-03-20T06:00:00Z", cinema("r", "Rex", there));
    assertThat(cinemas()).as("it may be either").hasSize(3);
    take("alpha", "2026-03-21T06:00:00Z", cinema("c", "Rex", there.replace("53.805", "53.806")));
    assertThat(cinemas()).hasSize(1);
  }

  @Test
  void a_source_record_that_comes_back_elsewhere_takes_no_showtimes_along() {
    String york = REX.replace("Elmet", "York").replace("LS1 1AA", "YO1 1AA");
    take("gamma", "2026-03-20T06:00:00Z", cinema("g", "Rex", york));
    take(World.PROVIDER, "2026-03-20T07:00:00Z", cinema("0", "Rex", REX));
    take("beta", "2026-03-20T08:00:00Z", cinema("r", "Rex", REX));
    take(World.PROVIDER, "2026-03-20T08:30:00Z", film("f", "Alien", ""));
    take(
        World.PROVIDER,
        "2026-03-20T09:00:00Z",
        film("f", "Alien", ""),
        cinema("1", "Rex", REX),
        showtime("s", "f", "1", "2026-04-01T19:00"));
    assertThat(of(id(Kind.CINEMA, World.PROVIDER, "0"), null)).hasSize(1);
    world.delta("2026-03-20T10:00:00Z", cinema("0", "Rex", york)).rowCounts();
    assertThat(of(id(Kind.CINEMA, "beta", "r"), null)).hasSize(1);
  }
}
