package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        "ci_" + provider,
        provider,
        name,
        null,
        new CinemaSource.Site(town, "GB", postcode, 51 + steps * STEP, 1.0));
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

  @Test
  void keys_are_in_the_same_order_in_every_process() {
    assertThat(
            CinemaRules.keys(cinema(1, "Alpha Beta Gamma Delta Eta Theta Iota", "Leeds", null, 0)))
        .filteredOn(key -> key.startsWith("n "))
        .isSorted()
        .hasSizeGreaterThan(5);
  }

  private static CinemaSource cinema(
      int provider,
      String name,
      @Nullable String chain,
      @Nullable String town,
      @Nullable String postcode) {
    return CinemaSource.of(
        "c" + provider,
        provider,
        name,
        chain,
        new CinemaSource.Site(town, "GB", postcode, null, null));
  }

  private static boolean areOne(CinemaSource one, CinemaSource other) {
    return Clustering.of(List.of(one, other), new CinemaRules(), Decisions.NONE).groups().size()
        == 1;
  }

  @Test
  void cinemas_are_known_by_name_and_place() {
    CinemaSource vue = cinema(1, "Vue Leeds", "Vue", "Leeds", "LS2 8LY");
    assertThat(areOne(vue, cinema(2, "Vue Cinema Leeds", null, "Leeds", "ls28ly"))).isTrue();
    assertThat(areOne(vue, cinema(2, "Leeds", "Vue", "Leeds", "LS2 8LY"))).isTrue();
    assertThat(areOne(vue, cinema(2, "Odeon Leeds", "Odeon", "Leeds", "LS2 8LY"))).isFalse();
    assertThat(areOne(vue, cinema(2, "Vue Leeds", "Vue", "Leeds", "LS4 2DG"))).isFalse();
    assertThat(areOne(vue, cinema(2, "Vue Leeds", null, "Leeds", null))).isTrue();
    assertThat(areOne(vue, cinema(2, "Vue Leeds", null, null, null))).isTrue();
    assertThat(areOne(vue, cinema(1, "Vue Leeds", null, "Leeds", "LS2 8LY"))).isFalse();
    assertThat(areOne(cinema(1, "Rex", null, null, null), cinema(2, "Rex", null, null, null)))
        .isFalse();
    assertThat(
            areOne(
                cinema(1, "Everyman King’s Cross", "Everyman", "London", "N1C 4AG"),
                cinema(2, "Kings Cross", "Everyman Cinemas", "London", "N1C 4AG")))
        .isTrue();
  }

  @Test
  void cinemas_are_known_by_their_position() {
    CinemaSource one =
        CinemaSource.of(
            "a", 1, "Rex", null, new CinemaSource.Site("Elmet", "GB", "E1 1AA", 53.8, -1.55));
    assertThat(
            areOne(
                one,
                CinemaSource.of(
                    "b",
                    2,
                    "Rex Cinema",
                    null,
                    new CinemaSource.Site("Leeds", "GB", "E1 1AB", 53.801, -1.551))))
        .isTrue();
    assertThat(
            areOne(
                one,
                CinemaSource.of(
                    "b",
                    2,
                    "Rex Cinema",
                    null,
                    new CinemaSource.Site("Elmet", "GB", "E1 1AA", 53.9, -1.55))))
        .isFalse();
  }
}
