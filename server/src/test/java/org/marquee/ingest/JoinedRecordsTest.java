package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Attributes;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.notice.Code;
import org.marquee.store.PostgresDecisions;
import org.marquee.store.PostgresReview;
import org.marquee.store.PostgresSources;

/// What becomes of films and cinemas that several providers speak of.
@NullMarked
class JoinedRecordsTest {
  private final World world = World.fresh();
  private final PostgresDecisions decisions = new PostgresDecisions(world.database());
  private final PostgresReview review = new PostgresReview(world.database());

  @AfterEach
  void close() throws SQLException {
    StoredRecords.assertConsistent(world);
    world.close();
  }

  private World.Run take(String provider, String observedAt, String... lines) {
    World.Run run =
        world.take(
            provider,
            Shrinking.ACCEPTED,
            (World.header("full", observedAt, "") + "\n" + String.join("\n", lines))
                .getBytes(UTF_8));
    run.tally();
    return run;
  }

  private static String film(String id, String title, String more) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"%s\"%s}"
        .formatted(id, title, more);
  }

  private static String cinema(String id, String name, String location) {
    return "{\"type\":\"cinema\",\"externalId\":\"%s\",\"name\":\"%s\",\"timeZone\":\"Europe/London\",\"location\":{%s}}"
        .formatted(id, name, location);
  }

  private static final String REX =
      "\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1AA\"";

  private static String showtime(String id, String film, String cinema, String start) {
    return "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"%s\",\"cinema\":\"%s\",\"startsAt\":\"%s\"}"
        .formatted(id, film, cinema, start);
  }

  private static String id(Kind kind, String provider, String externalId) {
    return RecordId.maker().of(kind, provider, externalId);
  }

  private List<Showtime> of(@Nullable String cinema, @Nullable String film) {
    return world
        .listings()
        .showtimes(
            new ShowtimeQuery(
                new Window(
                    Instant.parse("2026-04-01T00:00:00Z"), Instant.parse("2026-04-30T00:00:00Z")),
                cinema,
                film,
                Attributes.NONE),
            null,
            100)
        .records();
  }

  private List<Film> films() {
    return world.listings().films(null, 100).records();
  }

  private List<Cinema> cinemas() {
    return world.listings().cinemas(new CinemaQuery(null, null, null), null, 100).records();
  }

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
  void a_film_is_one_record_whoever_speaks_of_it() {
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
  void a_cinema_is_one_record_whoever_speaks_of_it() {
    takeDunes();
    assertThat(cinemas()).hasSize(1);
    String record = id(Kind.CINEMA, "alpha", "c");
    assertThat(world.listings().findCinema(id(Kind.CINEMA, "beta", "r")))
        .contains(cinemas().getFirst());
    assertThat(of(id(Kind.CINEMA, "beta", "r"), null))
        .hasSize(3)
        .allMatch(it -> it.cinemaId().equals(record));
  }

  private World.Run takeAlien(String provider, String observedAt, String more, String... shows) {
    List<String> lines = new ArrayList<>();
    lines.add(film("f", "Alien", ",\"extCatalogAId\":\"348\""));
    lines.add(cinema("c", "Roxy", REX));
    for (String show : shows) {
      String[] parts = show.split(" ", -1);
      String line = showtime(parts[0], "f", "c", parts[1]);
      lines.add(
          line.substring(0, line.length() - 1)
              + (parts.length > 2
                  ? ",\"screen\":{\"name\":\"" + parts[2].replace('_', ' ') + "\"}"
                  : "")
              + more
              + "}");
    }
    return take(provider, observedAt, lines.toArray(String[]::new));
  }

  private List<String> shows() {
    return of(null, null).stream()
        .map(it -> it.provenance().provider() + " " + it.provenance().externalId())
        .toList();
  }

  @Test
  void a_showing_is_one_record_whoever_lists_it() {
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
    assertThat(run.tally().of(Kind.SHOWTIME).added()).isEqualTo(3);
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
                .tally()
                .of(Kind.SHOWTIME)
                .unchanged())
        .isEqualTo(2);
    assertThat(world.listings().revision().number()).isEqualTo(before);
    // One of them moves: the two are two again.
    assertThat(
            takeAlien(
                    "alpha",
                    "2026-03-21T06:00:00Z",
                    "",
                    "a 2026-04-01T20:00",
                    "b 2026-04-02T19:00 Screen_1")
                .tally()
                .of(Kind.SHOWTIME)
                .changed())
        .isEqualTo(1);
    assertThat(shows()).containsExactly("beta x", "alpha a", "alpha b", "beta z");
    // It moves back, and another one goes: what the other provider lists stays.
    World.Run gone = takeAlien("alpha", "2026-03-22T06:00:00Z", "", "a 2026-04-01T19:00");
    assertThat(gone.tally().unlisted(Kind.SHOWTIME)).isEqualTo(1);
    assertThat(shows()).containsExactly("alpha a", "beta y", "beta z");
    new PostgresSources(world.database()).remove("alpha");
    assertThat(shows()).containsExactly("beta x", "beta y", "beta z");
  }

  @Test
  void two_screens_at_once_are_told_apart_by_screens_or_not_at_all() {
    takeAlien(
        "alpha",
        "2026-03-20T06:00:00Z",
        "",
        "a 2026-04-01T19:00 1",
        "b 2026-04-01T19:00 2",
        "c 2026-04-02T19:00",
        "d 2026-04-02T19:00");
    takeAlien(
        "beta", "2026-03-20T07:00:00Z", "", "x 2026-04-01T19:00 Screen_2", "y 2026-04-02T19:00");
    assertThat(shows())
        .containsExactlyInAnyOrder("alpha a", "alpha b", "alpha c", "alpha d", "beta y");
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
    // What fitted both of them is torn no more.
    assertThat(films()).hasSize(1);
    decisions.split(Kind.FILM, id(Kind.FILM, "alpha", "c2"));
    assertThat(films()).hasSize(2);
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
    // The next feed of the provider is as incomplete as before, and nothing is held back.
    World.Run again =
        take(
            "alpha",
            "2026-03-21T06:00:00Z",
            film("f", "Alien", ""),
            cinema("c", "Roxy", "\"countryCode\":\"GB\""),
            showtime("s", "f", "c", "2026-04-01T19:00"));
    assertThat(again.count(Code.HELD_BACK)).isZero();
    // Its report goes by its own id of the cinema, not by the house's.
    assertThat(again.report().programmes().getFirst().cinema()).isEqualTo("c");
    assertThat(again.tally().of(Kind.SHOWTIME).unchanged()).isEqualTo(1);
  }

  @Test
  void two_providers_complete_each_other() {
    take(
        "alpha",
        "2026-03-20T06:00:00Z",
        film("f", "Alien", ""),
        "{\"type\":\"cinema\",\"externalId\":\"c\",\"name\":\"Roxy\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Elmet\"}}",
        showtime("s", "f", "c", "2026-04-01T19:00"));
    assertThat(cinemas()).isEmpty();
    take("beta", "2026-03-20T07:00:00Z", cinema("r", "Roxy Cinema", REX));
    String alpha = id(Kind.CINEMA, "alpha", "c");
    assertThat(cinemas()).hasSize(1);
    assertThat(of(alpha, null)).hasSize(1);
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
  void the_order_of_imports_matters_only_for_ids() {
    takeDunes();
    Set<String> one = facts();
    new PostgresSources(world.database()).remove("alpha");
    takeDunes();
    assertThat(facts()).isEqualTo(one);
  }

  /// Which words are together.
  private Set<String> facts() {
    Set<String> facts = new TreeSet<>();
    try (Connection connection = world.database().pool().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select string_agg(id, ' ' order by id) from film_source group by record_id"
                    + " union all select string_agg(id, ' ' order by id) from cinema_source group by record_id")) {
      while (rows.next()) {
        facts.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return facts;
  }
}
