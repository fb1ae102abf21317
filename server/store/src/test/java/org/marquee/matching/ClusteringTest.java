package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Cases;

@NullMarked
class ClusteringTest {
  private static FilmSource film(
      String id, int provider, String title, @Nullable Integer year, @Nullable Integer minutes) {
    return film(id, provider, title, year, minutes, null);
  }

  private static FilmSource film(
      String id,
      int provider,
      String title,
      @Nullable Integer year,
      @Nullable Integer minutes,
      @Nullable String catalogA) {
    return film(id, provider, title, year, minutes, null, catalogA);
  }

  private static FilmSource film(
      String id,
      int provider,
      String title,
      @Nullable Integer year,
      @Nullable Integer minutes,
      @Nullable String directors,
      @Nullable String catalogA) {
    FilmSource.Title read = FilmSource.Title.of(title);
    return new FilmSource(
        id,
        provider,
        read,
        null,
        List.of(),
        new FilmSource.Facts(
            read.year() == null ? year : read.year(),
            minutes,
            Directors.of(directors),
            catalogA,
            null),
        FilmPeriods.NEVER);
  }

  private static FilmSource by(String id, int provider, String title, @Nullable String directors) {
    return film(id, provider, title, null, null, directors, null);
  }

  private static Set<Set<String>> films(Decisions decisions, List<FilmSource> words) {
    return ids(Clustering.of(words, FilmRules.of(words, decisions), decisions).groups());
  }

  private static Set<Set<String>> films(FilmSource... words) {
    return films(Decisions.NONE, List.of(words));
  }

  private static <W extends SourceRecord> Set<Set<String>> ids(List<List<W>> groups) {
    return groups.stream()
        .map(group ->
            group.stream().map(SourceRecord::id).collect(Collectors.toCollection(TreeSet::new)))
        .collect(Collectors.toSet());
  }

  @Test
  void one_provider_s_wordings_of_a_title_are_one_film() {
    assertThat(
            films(
                film("a", 1, "Dune", null, null),
                film("b", 1, "Dune (HOH)", null, null),
                film("c", 1, "Relaxed Screening: Dune", 2021, 155)))
        .containsExactly(Set.of("a", "b", "c"));
  }

  @ParameterizedTest
  @Cases(
      """
      2021, 155, 2022, , true | 2021, 155, , 160, true | 2021, 155, 2021, 137, false
      2021, 155, 1984, 155, false | 2021, , , 155, false | 2021, 100, 2021, 105, true
      2021, 100, 2021, 106, false | 2021, 0, 2021, 155, true
      """)
  void facts_join_and_part_the_films_of_two_providers(
      @Nullable Integer year,
      @Nullable Integer minutes,
      @Nullable Integer otherYear,
      @Nullable Integer otherMinutes,
      boolean one) {
    assertThat(
            films(
                film("a", 1, "Dune", year, minutes), film("b", 2, "DUNE", otherYear, otherMinutes)))
        .hasSize(one ? 1 : 2);
  }

  @Test
  void a_catalogue_joins_whatever_the_title_and_parts_whatever_the_facts() {
    assertThat(
            films(
                film("a", 1, "Solaris", 1972, 167, "593"),
                film("b", 2, "Солярис", null, null, "593"),
                film("c", 2, "Solaris", 1972, 167, "2103")))
        .containsExactlyInAnyOrder(Set.of("a", "b"), Set.of("c"));
  }

  @ParameterizedTest
  @CsvSource({
    ", , , , true",
    "2021, , 2022, , true",
    "2021, , , 155, true",
    "2021, , 1984, , false",
    // With advertisements, with a talk, in another cut; but a short film is not its feature film.
    ", 155, , 137, true",
    ", 90, , 63, true",
    ", 90, , 62, false",
    ", 75, , 120, false",
    "2021, 155, 1984, 137, false"
  })
  void a_director_joins_the_films_of_two_providers_if_nothing_contradicts(
      @Nullable Integer year,
      @Nullable Integer minutes,
      @Nullable Integer otherYear,
      @Nullable Integer otherMinutes,
      boolean one) {
    assertThat(
            films(
                film("a", 1, "Dune", year, minutes, "Denis Villeneuve", null),
                film("b", 2, "DUNE", otherYear, otherMinutes, "VILLENEUVE, Denis", null)))
        .hasSize(one ? 1 : 2);
  }

  @Test
  void what_a_director_joins_in_two_lengths_may_have_a_third_source_without_one() {
    FilmSource longer = film("a", 1, "A Real Pain", null, 120, "Jesse Eisenberg", null);
    FilmSource shorter = film("b", 2, "A Real Pain", null, 90, "Jesse Eisenberg", null);
    assertThat(films(longer, shorter, film("c", 3, "A Real Pain", null, 90)))
        .containsExactly(Set.of("a", "b", "c"));
    assertThat(films(longer, shorter, film("c", 3, "A Real Pain", null, 62)))
        .containsExactlyInAnyOrder(Set.of("a", "b"), Set.of("c"));
    assertThat(
            films(
                longer, shorter, film("c", 3, "A Real Pain", null, null, "Jesse Eisenberg", null)))
        .containsExactly(Set.of("a", "b", "c"));
  }

  @Test
  void another_spelling_joins_what_has_the_same_director_and_length() {
    FilmSource colors = film("a", 1, "The Colors Within", null, 100, "Naoko Yamada", null);
    assertThat(films(colors, film("b", 2, "The Colours Within", null, 101, "Naoko Yamada", null)))
        .containsExactly(Set.of("a", "b"));
    for (FilmSource other :
        List.of(
            film("b", 2, "The Colours Within", null, 110, "Naoko Yamada", null),
            film("b", 2, "The Colours Within", null, null, "Naoko Yamada", null),
            film("b", 2, "The Colours Within", null, 100, null, null),
            film("b", 2, "The Colours Without", null, 100, "Naoko Yamada", null))) {
      assertThat(films(colors, other)).hasSize(2);
    }
  }

  /// Compared with each other, they took minutes.
  @Test
  @Timeout(60)
  void the_numbers_of_a_long_series_of_one_director_stay_apart() {
    FilmSource[] series = new FilmSource[10_000];
    Arrays.setAll(
        series, number -> film("x" + number, 1, "Event " + number, null, 100, "Ann Lee", null));
    assertThat(films(series)).hasSize(series.length);
  }

  @Test
  void a_year_joins_no_films_that_differ_in_length() {
    // Two of Pinocchio came in 2022.
    assertThat(
            films(
                film("a", 1, "Pinocchio", 2022, 105),
                film("b", 2, "Pinocchio", 2022, 117),
                film("c", 3, "Pinocchio", 2022, null)))
        .hasSize(3);
  }

  @Test
  void directors_part_films_of_one_title_whatever_else_agrees() {
    assertThat(
            films(
                by("a", 1, "Cinderella", "Kenneth Branagh"),
                by("b", 1, "Cinderella", "Clyde Geronimi, Hamilton Luske & Wilfred Jackson")))
        .hasSize(2);
    assertThat(
            films(
                film("a", 1, "Dune", 2021, 155, "Denis Villeneuve", null),
                film("b", 2, "Dune", 2021, 155, "David Lynch", null)))
        .hasSize(2);
    assertThat(
            films(
                by("a", 1, "Cinderella", "Kenneth Branagh"),
                by("b", 1, "Cinderella (HOH)", null),
                by("c", 1, "CINDERELLA", "K. Branagh")))
        .containsExactly(Set.of("a", "b", "c"));
    // A catalogue id weighs more.
    assertThat(
            films(
                film("a", 1, "Dune", null, null, "Denis Villeneuve", "438631"),
                film("b", 2, "Dune", null, null, "Jon Spaihts", "438631")))
        .hasSize(1);
  }

  @Test
  void what_fits_two_films_that_exclude_each_other_belongs_to_neither() {
    assertThat(
            films(
                film("a", 1, "Dune", 1984, null),
                film("b", 1, "Dune", 2021, null),
                film("c", 1, "Dune (HOH)", null, null)))
        .hasSize(3);
  }

  @Test
  void those_that_fit_two_films_that_exclude_each_other_are_one_film_of_their_own() {
    assertThat(
            films(
                film("a", 1, "Macbeth", null, 150),
                film("b", 1, "Macbeth", null, 180),
                film("c", 1, "Macbeth", null, null),
                film("d", 1, "Macbeth (HOH)", null, null),
                film("e", 1, "MACBETH", null, null)))
        .containsExactlyInAnyOrder(Set.of("a"), Set.of("b"), Set.of("c", "d", "e"));
    assertThat(
            films(
                film("a", 1, "Macbeth", null, 100),
                film("b", 2, "Macbeth", null, 108),
                film("c", 3, "Macbeth", null, 104),
                film("d", 4, "Macbeth", null, 104)))
        .containsExactlyInAnyOrder(Set.of("a"), Set.of("b"), Set.of("c", "d"));
  }

  @Test
  void a_year_in_the_title_is_no_other_wording_of_a_title_without() {
    assertThat(
            films(
                film("a", 1, "Nosferatu (1922)", null, null),
                film("b", 1, "Nosferatu", null, null)))
        .hasSize(2);
  }

  @Test
  void a_person_wins_over_the_rules() {
    List<FilmSource> words =
        List.of(
            film("a", 1, "Dune", 2021, 155),
            film("b", 2, "Dune", 2021, 155),
            film("c", 2, "Der Wüstenplanet", 1984, 137));
    assertThat(
            films(
                new Decisions(
                    List.of(
                        new Decisions.Decision("a", "b", false),
                        new Decisions.Decision("c", "a", true))),
                words))
        .containsExactlyInAnyOrder(Set.of("a", "c"), Set.of("b"));
  }

  @Test
  void near_misses_are_reported_and_clear_cases_are_not() {
    assertThat(near(film("a", 1, "Dune", null, null), film("b", 2, "Dune", null, null)))
        .containsExactly("the same title, but no other fact confirms that they are one");
    assertThat(near(film("a", 1, "Dune", 2021, 155), film("b", 2, "Dune", 2021, 137)))
        .containsExactly("the same title, one fact agrees and another contradicts");
    assertThat(near(film("a", 1, "Dune", null, 155), film("b", 1, "Dune", null, 137)))
        .containsExactly("the same title, but running times that differ");
    assertThat(near(by("a", 1, "Dune", "Denis Villeneuve"), by("b", 1, "Dune", "David Lynch")))
        .containsExactly("the same title, but other directors");
    assertThat(near(by("a", 1, "Dune", "Denis Villeneuve"), by("b", 2, "Dune", "D. Villeneuve")))
        .containsExactly("the same title, but no other fact confirms that they are one");
    assertThat(near(film("a", 1, "Dune", null, 155), film("b", 1, "Dune", null, 100))).isEmpty();
    assertThat(near(film("a", 1, "Dune", 2021, 155), film("b", 2, "Dune", 1984, 137))).isEmpty();
    assertThat(near(film("a", 1, "Dune", 2021, 155, "1"), film("b", 2, "Dune", 2021, 155, "2")))
        .isEmpty();
  }

  private static List<String> near(FilmSource... words) {
    FilmRules rules = FilmRules.of(List.of(words), Decisions.NONE);
    return Clustering.of(List.of(words), rules, Decisions.NONE).near().stream()
        .map(Clustering.Near::why)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void groups_keep_the_rules_in_any_order_of_records(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      List<FilmSource> words = new ArrayList<>();
      for (int number = 0; number < 2 + random.nextInt(14); number++) {
        words.add(
            shown(
                random,
                film(
                    "w" + number,
                    random.nextInt(3),
                    one(random, "Dune", "Dune (HOH)", "Dune (1984)", "DUNE", "The Lantern"),
                    one(random, null, 1984, 1985, 2021),
                    one(random, null, 137, 140, 155),
                    one(random, null, "Denis Villeneuve", "David Lynch", "Villeneuve, D.", "TBC"),
                    one(random, null, null, "1", "2"))));
      }
      Set<Set<String>> groups = films(Decisions.NONE, words);
      List<FilmSource> shuffled = new ArrayList<>(words);
      Collections.shuffle(shuffled, random);
      assertThat(films(Decisions.NONE, shuffled)).isEqualTo(groups);
      Map<String, FilmSource> byId = new HashMap<>();
      words.forEach(word -> byId.put(word.id(), word));
      assertThat(groups.stream().mapToInt(Set::size).sum()).isEqualTo(words.size());
      FilmRules rules = FilmRules.of(words, Decisions.NONE);
      for (Set<String> group : groups) {
        assertThat(
                group.stream()
                    .map(id -> word(byId, id).facts().catalogA())
                    .filter(id -> id != null)
                    .distinct())
            .as(words.toString())
            .hasSizeLessThanOrEqualTo(1);
        // A rule links each record to the group, and no pair without a catalogue id contradicts a
        // fact.
        for (String id : group) {
          assertThat(
                  group.size() == 1
                      || group.stream()
                          .anyMatch(other ->
                              !other.equals(id)
                                  && rules.judge(word(byId, id), word(byId, other))
                                      instanceof LinkVerdict.Same))
              .as(id + " in " + words)
              .isTrue();
        }
      }
    }
  }

  private static FilmSource shown(Random random, FilmSource word) {
    FilmPeriods.Period period =
        around(one(random, "GB", "IE"), LocalDate.parse("2026-04-01").plusDays(random.nextInt(60)));
    return shown(word, one(random, FilmPeriods.NEVER, new FilmPeriods(List.of(period))));
  }

  /// The period of showtimes on one day.
  static FilmPeriods.Period around(String country, LocalDate day) {
    return new FilmPeriods.Period(
        country, day.minusDays(FilmPeriods.MARGIN_DAYS), day.plusDays(FilmPeriods.MARGIN_DAYS));
  }

  /// The same source record, shown at other times.
  static FilmSource shown(FilmSource word, FilmPeriods shown) {
    return new FilmSource(
        word.id(),
        word.provider(),
        word.title(),
        word.bracket(),
        word.otherNames(),
        word.facts(),
        shown);
  }

  private static FilmSource word(Map<String, FilmSource> words, String id) {
    return Objects.requireNonNull(words.get(id));
  }

  @SafeVarargs
  static <T extends @Nullable Object> T one(Random random, T... of) {
    return of[random.nextInt(of.length)];
  }
}
