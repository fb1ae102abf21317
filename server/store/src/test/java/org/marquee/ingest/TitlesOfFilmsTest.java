package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.store.audit.Audit;
import org.marquee.store.reconcile.link.Providers;
import org.marquee.store.run.PostgresRunLog;
import org.marquee.store.sql.Sql;

/// The one title that is published of a film with several.
@NullMarked
class TitlesOfFilmsTest extends JoinedFeeds {
  private static final String PRADA = "プラダを着た悪魔2";
  private static final String OREGON =
      "\"countryCode\":\"US\",\"locality\":\"Salem\",\"postcode\":\"97301\"";
  private static final String TOKYO =
      "\"countryCode\":\"JP\",\"locality\":\"Tokyo\",\"postcode\":\"150-0001\"";

  private final PostgresRunLog log = new PostgresRunLog(world.database());
  private int minute;

  /// A provider of a country, with one cinema and so many showtimes of a film.
  private World.Run takeFilm(String provider, String place, String film, int shows) {
    String[] lines = new String[shows + 2];
    lines[0] = film;
    lines[1] = cinema("c", "Cinema of " + provider, place);
    for (int at = 0; at < shows; at++) {
      lines[at + 2] = showtime("s" + at, "f", "c", "2026-04-%02dT19:00".formatted(at + 1));
    }
    return take(provider, "2026-03-20T06:%02d:00Z".formatted(minute++), lines);
  }

  private static String film(String title) {
    return film("f", title, ",\"extCatalogBId\":\"tt1234567\"");
  }

  private static String film(String title, String titles) {
    return film("f", title, ",\"extCatalogBId\":\"tt1234567\"," + titles);
  }

  private Film only() {
    assertThat(films()).hasSize(1);
    return films().getFirst();
  }

  @Test
  void the_country_with_most_showtimes_names_a_film_in_whatever_order_feeds_come() {
    takeFilm("tokyo", TOKYO, film(PRADA), 3);
    assertThat(only().title()).isEqualTo(PRADA);
    takeFilm("oregon", OREGON, film("The Devil Wears Prada 2"), 5);
    assertThat(only().title()).isEqualTo("The Devil Wears Prada 2");
    assertThat(only().otherTitles()).containsExactly(PRADA);
    assertThat(only().provenance().provider()).isEqualTo("tokyo");

    // A country may overtake, though its titles are what they were.
    takeFilm("tokyo", TOKYO, film(PRADA), 7);
    assertThat(only().title()).isEqualTo(PRADA);
    assertThat(only().otherTitles()).containsExactly("The Devil Wears Prada 2");
    takeFilm("oregon", OREGON, film("The Devil Wears Prada 2"), 9);
    assertThat(only().title()).isEqualTo("The Devil Wears Prada 2");
  }

  @Test
  void the_operator_may_choose_by_language() {
    takeFilm("oregon", OREGON, film("The Devil Wears Prada 2"), 5);
    takeFilm(
        "tokyo",
        TOKYO,
        film(
            PRADA,
            "\"originalTitle\":\"The Devil Wears Prada 2\",\"titles\":[{\"language\":\"de-DE\",\"title\":\"Der Teufel trägt Prada 2\"},{\"language\":\"ja\",\"title\":\""
                + PRADA
                + "\"}]"),
        3);
    assertThat(only().title()).isEqualTo("The Devil Wears Prada 2");
    assertThat(only().otherTitles()).containsExactlyInAnyOrder(PRADA, "Der Teufel trägt Prada 2");
    long before = world.listings().revision().number();
    log.titled(List.of("fi", "de", "en"));
    assertThat(only().title()).isEqualTo("Der Teufel trägt Prada 2");
    assertThat(world.listings().revision().number()).isEqualTo(before + 1);
    log.titled(List.of("fi", "de", "en"));
    assertThat(world.listings().revision().number()).isEqualTo(before + 1);
    log.titled(List.of("ja"));
    assertThat(only().title()).isEqualTo(PRADA);

    // No feed gives an English title: it is that of the country.
    log.titled(List.of("en"));
    assertThat(only().title()).isEqualTo("The Devil Wears Prada 2");
    log.titled(List.of());
    assertThat(only().title()).isEqualTo("The Devil Wears Prada 2");
  }

  @Test
  void a_rank_goes_before_a_country_and_a_correction_before_all() throws Exception {
    takeFilm("oregon", OREGON, film("The Devil Wears Prada 2"), 5);
    takeFilm("tokyo", TOKYO, film(PRADA), 3);
    try (Connection connection = world.database().connect("test")) {
      Providers.rank(connection, new Audit(world.database().actor()), "tokyo", 10);
    }
    assertThat(only().title()).isEqualTo(PRADA);
    log.titled(List.of("en"));
    take(
        "house",
        "2026-03-20T07:00:00Z",
        film(id(Kind.FILM, "oregon", "f"), "Prada, the Second", ""));
    assertThat(only().title()).isEqualTo("Prada, the Second");
    take("house", "2026-03-20T08:00:00Z");
    assertThat(only().title()).isEqualTo("The Devil Wears Prada 2");
  }

  @Test
  void the_commonest_spelling_is_published_and_no_later_import_makes_it_worse() {
    takeFilm("one", OREGON, film("tLAPKOVÁ PATROLA"), 1);
    takeFilm("two", OREGON, film("Tlapková patrola"), 1);
    assertThat(only().title()).isEqualTo("Tlapková patrola");
    takeFilm("three", OREGON, film("TLAPKOVÁ PATROLA"), 1);
    assertThat(only().title()).isEqualTo("Tlapková patrola");
    takeFilm("four", OREGON, film("Tlapková patrola"), 1);
    takeFilm("five", OREGON, film("TLAPKOVÁ PATROLA"), 1);
    takeFilm("one", OREGON, film("TLAPKOVA PATROLA"), 1);
    assertThat(only().title()).isEqualTo("Tlapková patrola");
    assertThat(only().otherTitles()).isEmpty();
  }

  @Test
  void films_are_linked_by_a_title_of_another_language() {
    take(
        "tokyo",
        "2026-03-20T06:00:00Z",
        film("f", PRADA, ",\"durationMinutes\":119,\"originalTitle\":\"The Devil Wears Prada 2\""),
        film(
            "g",
            "サブスタンス",
            ",\"durationMinutes\":141,\"titles\":[{\"language\":\"en\",\"title\":\"The Substance\"}]"));
    take(
        "oregon",
        "2026-03-20T06:01:00Z",
        film("a", "The Devil Wears Prada 2", ",\"durationMinutes\":120"),
        film("b", "The Substance", ",\"durationMinutes\":140"),
        film("c", "The Substance", ",\"durationMinutes\":98"),
        film("e", "Prada Party", ",\"durationMinutes\":98,\"originalTitle\":\"The Substance\""),
        film("d", PRADA, ",\"durationMinutes\":80"));
    assertThat(films()).hasSize(5);
    assertThat(world.listings().findFilm(id(Kind.FILM, "oregon", "a")).orElseThrow().id())
        .isEqualTo(id(Kind.FILM, "tokyo", "f"));
    assertThat(world.listings().findFilm(id(Kind.FILM, "oregon", "b")).orElseThrow().id())
        .isEqualTo(id(Kind.FILM, "tokyo", "g"));
  }

  @Test
  void a_change_of_another_title_changes_the_film_and_is_told_as_one_of_its_details()
      throws Exception {
    takeFilm("oregon", OREGON, film("Heat", "\"originalTitle\":\"Heat (1995)\""), 1);
    World.Run run =
        takeFilm("oregon", OREGON, film("Heat", "\"originalTitle\":\"Hitze und Staub\""), 1);
    assertThat(run.rowCounts().of(Kind.FILM).changed()).isEqualTo(1);
    assertThat(only().otherTitles()).containsExactly("Hitze und Staub");
    try (Connection connection = world.database().connect("test")) {
      assertThat(
              Sql.of(
                      """
                      select coalesce(place::text, 'untold') from change
                      where kind = 'film' and n = (select n from revision)
                      """)
                  .list(connection, rows -> rows.getString(1)))
          .containsExactlyInAnyOrder("22", "untold");
    }
  }

  @Test
  void titles_that_are_no_titles_are_dropped_and_the_film_goes_in() {
    World.Run run =
        takeFilm("oregon", OREGON, film("Heat", "\"titles\":[{\"language\":\"English\"}]"), 1);
    assertThat(run.rowCounts().of(Kind.FILM).added()).isEqualTo(1);
    assertThat(run.count(Code.OPTIONAL_MEMBER_DROPPED)).isEqualTo(1);
  }

  @Test
  void a_film_that_parts_has_its_own_title_again() throws Exception {
    takeFilm("oregon", OREGON, film("The Devil Wears Prada 2"), 5);
    takeFilm("tokyo", TOKYO, film(PRADA), 3);
    decisions.split(Kind.FILM, id(Kind.FILM, "tokyo", "f"));
    assertThat(films())
        .extracting(Film::title)
        .containsExactlyInAnyOrder("The Devil Wears Prada 2", PRADA);
    assertThat(films()).allSatisfy(film -> assertThat(film.otherTitles()).isEmpty());
  }
}
