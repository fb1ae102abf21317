package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class FilmRulesTest {
  private static FilmSource film(int provider, @Nullable Integer year, @Nullable Integer minutes) {
    return film(provider, "Solaris", year, minutes, FilmPeriods.NEVER);
  }

  private static FilmSource lantern(
      int provider, @Nullable Integer year, @Nullable Integer minutes) {
    return film(provider, "The Lantern", year, minutes, FilmPeriods.NEVER);
  }

  private static FilmSource shown(int provider, String title, String country, String day) {
    FilmPeriods.Period weeks = ClusteringTest.around(country, LocalDate.parse(day));
    return film(provider, title, null, null, new FilmPeriods(List.of(weeks)));
  }

  private static FilmSource film(
      int provider,
      String title,
      @Nullable Integer year,
      @Nullable Integer minutes,
      FilmPeriods shown) {
    return new FilmSource(
        "fi_" + provider,
        provider,
        FilmSource.Title.of(title),
        null,
        List.of(),
        new FilmSource.Facts(year, minutes, Directors.NONE, null, null),
        shown);
  }

  private static LinkVerdict verdict(FilmSource one, FilmSource other) {
    FilmRules rules = FilmRules.of(List.of(one, other), Decisions.NONE);
    LinkVerdict verdict = rules.judge(one, other);
    assertThat(rules.judge(other, one)).as("the other way round").isEqualTo(verdict);
    return verdict;
  }

  @Test
  void years_agree_within_one() {
    FilmSource film = film(1, 1972, null);
    assertThat(verdict(film, film(2, 1973, null))).isInstanceOf(LinkVerdict.Same.class);
    assertThat(verdict(film, film(2, 1974, null))).isInstanceOf(LinkVerdict.Apart.class);
  }

  @Test
  void running_times_agree_within_a_twentieth_of_the_longer() {
    FilmSource film = film(1, null, 100);
    assertThat(verdict(film, film(2, null, 105))).isInstanceOf(LinkVerdict.Same.class);
    assertThat(verdict(film, film(2, null, 106)))
        .isEqualTo(new LinkVerdict.Near("the same title, but running times that differ"));
    assertThat(verdict(film, film(2, null, 142)))
        .isEqualTo(new LinkVerdict.Near("the same title, but running times that differ"));
    assertThat(verdict(film, film(2, null, 143))).isInstanceOf(LinkVerdict.Apart.class);
  }

  @Test
  void a_title_alone_is_for_a_person_to_judge() {
    assertThat(verdict(film(1, null, null), film(2, null, null)))
        .isInstanceOf(LinkVerdict.Near.class);
    assertThat(verdict(film(1, null, null), film(1, null, null)))
        .as("a provider uses it for one film")
        .isInstanceOf(LinkVerdict.Same.class);
  }

  @Test
  void a_telling_title_joins_showtimes_that_are_two_weeks_apart_in_one_country() {
    FilmSource film = shown(1, "The Lantern", "GB", "2026-04-01");
    assertThat(verdict(film, shown(2, "The Lantern (HOH)", "GB", "2026-04-15")))
        .as("weaker than any fact")
        .isEqualTo(new LinkVerdict.Same(0, "the same distinctive title in the same weeks"));
    LinkVerdict.Near unsure =
        new LinkVerdict.Near("the same title, but no other fact confirms that they are one");
    assertThat(verdict(film, shown(2, "The Lantern", "GB", "2026-04-16"))).isEqualTo(unsure);
    assertThat(verdict(film, shown(2, "The Lantern", "IE", "2026-04-01"))).isEqualTo(unsure);
    assertThat(verdict(film, shown(2, "The Lantern (1962)", "GB", "2026-04-01")))
        .as("a year in one of the titles distinguishes it")
        .isEqualTo(unsure);
  }

  @Test
  void a_common_word_and_the_title_of_an_event_join_nothing() {
    assertThat(verdict(shown(1, "Heat", "GB", "2026-04-01"), shown(2, "Heat", "GB", "2026-04-01")))
        .isEqualTo(
            new LinkVerdict.Near("the same title in the same weeks, but it is one common word"));
    assertThat(
            verdict(
                shown(1, "Mystery Movie", "GB", "2026-04-01"),
                shown(2, "Mystery Movie", "GB", "2026-04-01")))
        .isEqualTo(
            new LinkVerdict.Near(
                "the same title in the same weeks, but many events have such a title"));
  }

  @ParameterizedTest
  @CsvSource({"1962,2026,,,two", "2025,2026,,,one", ",,100,150,two", "2026,2026,100,150,one"})
  void a_title_of_which_two_films_are_known_joins_nothing(
      @Nullable Integer year,
      @Nullable Integer otherYear,
      @Nullable Integer minutes,
      @Nullable Integer otherMinutes,
      String films) {
    FilmSource one = shown(1, "The Lantern", "GB", "2026-04-01");
    FilmSource other = shown(2, "The Lantern", "GB", "2026-04-01");
    List<FilmSource> known =
        List.of(one, other, lantern(3, year, minutes), lantern(4, otherYear, otherMinutes));
    assertThat(FilmRules.of(known, Decisions.NONE).judge(one, other))
        .isEqualTo(
            films.equals("one")
                ? new LinkVerdict.Same(0, "the same distinctive title in the same weeks")
                : new LinkVerdict.Near(
                    "the same title in the same weeks, but several films of that title are known"));
  }

  @Test
  void a_person_may_say_that_a_title_has_one_film_or_two() {
    FilmSource one = shown(1, "The Lantern", "GB", "2026-04-01");
    FilmSource other = shown(2, "The Lantern", "GB", "2026-04-01");
    List<FilmSource> known = List.of(one, other, lantern(3, 1962, null), lantern(4, 2026, null));
    Decisions same = new Decisions(List.of(new Decisions.Decision("fi_3", "fi_4", true)));
    assertThat(FilmRules.of(known, same).judge(one, other)).isInstanceOf(LinkVerdict.Same.class);
    Decisions apart = new Decisions(List.of(new Decisions.Decision("fi_3", "fi_1", false)));
    List<FilmSource> undated = List.of(one, other, lantern(3, null, null));
    assertThat(FilmRules.of(undated, apart).judge(one, other)).isInstanceOf(LinkVerdict.Near.class);
  }
}
