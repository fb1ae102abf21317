package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NullMarked
class FilmRulesTest {
  private static FilmWord film(int provider, @Nullable Integer year, @Nullable Integer minutes) {
    return new FilmWord(
        "fi_" + provider,
        provider,
        FilmWord.Title.of("Solaris"),
        year,
        minutes,
        Directors.NONE,
        null,
        null,
        Shown.NEVER);
  }

  private static Verdict verdict(FilmWord one, FilmWord other) {
    FilmRules rules = FilmRules.of(List.of(one, other), Decisions.NONE);
    Verdict verdict = rules.judge(one, other);
    assertThat(rules.judge(other, one)).as("the other way round").isEqualTo(verdict);
    return verdict;
  }

  @Test
  void years_agree_within_one() {
    FilmWord film = film(1, 1972, null);
    assertThat(verdict(film, film(2, 1973, null))).isInstanceOf(Verdict.Same.class);
    assertThat(verdict(film, film(2, 1974, null))).isInstanceOf(Verdict.Apart.class);
  }

  @Test
  void running_times_agree_within_a_twentieth_of_the_longer() {
    FilmWord film = film(1, null, 100);
    assertThat(verdict(film, film(2, null, 105))).isInstanceOf(Verdict.Same.class);
    assertThat(verdict(film, film(2, null, 106)))
        .isEqualTo(new Verdict.Near("the same title, but running times that differ"));
    assertThat(verdict(film, film(2, null, 142)))
        .isEqualTo(new Verdict.Near("the same title, but running times that differ"));
    assertThat(verdict(film, film(2, null, 143))).isInstanceOf(Verdict.Apart.class);
  }

  @Test
  void a_title_alone_is_for_a_person_to_judge() {
    assertThat(verdict(film(1, null, null), film(2, null, null))).isInstanceOf(Verdict.Near.class);
    assertThat(verdict(film(1, null, null), film(1, null, null)))
        .as("one provider means one film by it")
        .isInstanceOf(Verdict.Same.class);
  }
}
