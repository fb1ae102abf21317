package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NullMarked
class CinemaRulesTest {
  /// About 111 metres on the way north.
  private static final double STEP = 0.001;

  private static CinemaSource cinema(
      int provider, String name, String town, @Nullable String postcode, double steps) {
    return CinemaSource.of(
        "ci_" + provider, provider, name, null, town, "GB", postcode, 51 + steps * STEP, 1.0);
  }

  private static LinkVerdict verdict(CinemaSource one, CinemaSource other) {
    LinkVerdict verdict = new CinemaRules().judge(one, other);
    assertThat(new CinemaRules().judge(other, one)).as("the other way round").isEqualTo(verdict);
    return verdict;
  }

  @Test
  void one_name_within_500_metres_is_one_cinema() {
    CinemaSource rex = cinema(1, "Rex", "Leeds", null, 0);
    assertThat(verdict(rex, cinema(2, "Rex", "Leeds", null, 4)))
        .isInstanceOf(LinkVerdict.Same.class);
    assertThat(verdict(rex, cinema(2, "Rex", "Leeds", null, 5)))
        .isInstanceOf(LinkVerdict.Near.class);
  }

  @Test
  void a_postcode_joins_what_is_no_further_apart_than_a_kilometre() {
    CinemaSource rex = cinema(1, "Rex", "Leeds", "LS1 1AA", 0);
    assertThat(verdict(rex, cinema(2, "Rex", "Leeds", "ls11aa", 8)))
        .isInstanceOf(LinkVerdict.Same.class);
    assertThat(verdict(rex, cinema(2, "Rex", "Leeds", "ls11aa", 10)))
        .isInstanceOf(LinkVerdict.Near.class);
  }

  @Test
  void a_name_of_which_only_the_town_is_left_names_no_cinema() {
    assertThat(
            verdict(cinema(1, "Ham", "Ham", null, 0), cinema(2, "West Ham", "West Ham", null, 0)))
        .isEqualTo(new LinkVerdict.Near("the same place, and names that are alike"));
  }

  @Test
  void two_cinemas_of_one_provider_are_two() {
    assertThat(verdict(cinema(1, "Rex", "Leeds", null, 0), cinema(1, "Rex", "Leeds", null, 0)))
        .isEqualTo(new LinkVerdict.Apart());
  }
}
