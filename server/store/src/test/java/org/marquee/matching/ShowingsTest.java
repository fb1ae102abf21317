package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.Rounds;
import org.marquee.matching.Showings.Listed;

@NullMarked
class ShowingsTest {
  private static final Listed ON_ONE = new Listed("a", 1, "1");

  @Test
  void the_same_screen_is_surer_than_none() {
    Listed somewhere = new Listed("b", 2, null);
    Listed onOneToo = new Listed("c", 2, "1");
    assertThat(Showings.same(List.of(ON_ONE, somewhere, onOneToo)))
        .containsExactly(List.of(ON_ONE, onOneToo));
  }

  @Test
  void of_two_without_a_screen_nobody_can_tell_which_is_meant() {
    assertThat(Showings.same(List.of(ON_ONE, new Listed("b", 2, null), new Listed("c", 2, null))))
        .isEmpty();
  }

  @Test
  void another_screen_is_another_showing() {
    assertThat(Showings.same(List.of(ON_ONE, new Listed("b", 2, "2")))).isEmpty();
  }

  @Test
  void screens_are_compared_by_what_tells_them_apart() {
    assertThat(Showings.screenKey("Screen 1"))
        .isEqualTo("1")
        .isEqualTo(Showings.screenKey("Saal 1"));
    assertThat(Showings.screenKey("Studio")).isEqualTo("studio");
    assertThat(Showings.screenKey(null)).isNull();
  }

  @Test
  void a_crowd_of_listings_takes_no_longer_for_each_of_them() {
    List<Listed> crowd = new ArrayList<>(List.of(ON_ONE));
    for (int number = 0; number < 200_000; number++) {
      crowd.add(new Listed("s" + number, 2, number % 2 == 0 ? null : "screen " + number));
    }
    crowd.add(new Listed("z", 2, "1"));
    assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Showings.same(crowd)))
        .containsExactly(List.of(ON_ONE, new Listed("z", 2, "1")));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void a_showing_has_one_listing_of_each_provider_and_one_screen(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < Rounds.of(500); round++) {
      List<Listed> block = new ArrayList<>();
      for (int number = random.nextInt(7); number >= 0; number--) {
        block.add(
            new Listed(
                "s" + number, random.nextInt(4), ClusteringTest.one(random, null, "1", "2")));
      }
      List<List<Listed>> groups = Showings.same(block);
      List<Listed> shuffled = new ArrayList<>(block);
      Collections.shuffle(shuffled, random);
      assertThat(Showings.same(shuffled)).containsExactlyInAnyOrderElementsOf(groups);
      for (Listed one : block) {
        for (Listed other : block) {
          if (isOnly(one, other, block) && isOnly(other, one, block)) {
            assertThat(groupsOf(one, groups)).isEqualTo(groupsOf(other, groups));
          }
        }
      }
      List<Listed> grouped = groups.stream().flatMap(List::stream).toList();
      assertThat(grouped).doesNotHaveDuplicates();
      for (List<Listed> group : groups) {
        assertThat(group)
            .hasSizeGreaterThan(1)
            .extracting(Listed::provider)
            .doesNotHaveDuplicates();
        assertThat(group.stream().map(Listed::screen).filter(screen -> screen != null).distinct())
            .hasSizeLessThanOrEqualTo(1);
      }
      // If each provider lists one showing and no screens contradict, they are joined.
      if (block.stream().map(Listed::provider).distinct().count() == block.size()
          && block.size() > 1
          && block.stream().map(Listed::screen).filter(screen -> screen != null).distinct().count()
              <= 1) {
        assertThat(groups).hasSize(1);
        assertThat(groups.getFirst()).hasSameSizeAs(block);
      }
    }
  }

  private static List<List<Listed>> groupsOf(Listed listed, List<List<Listed>> groups) {
    return groups.stream().filter(group -> group.contains(listed)).toList();
  }

  /// Whether `other` is the only listing of its provider that can match `one`; compares all.
  private static boolean isOnly(Listed one, Listed other, List<Listed> block) {
    List<Listed> fitting =
        block.stream()
            .filter(
                each -> each.provider() == other.provider() && each.provider() != one.provider())
            .filter(each ->
                one.screen() == null || each.screen() == null || one.screen().equals(each.screen()))
            .toList();
    List<Listed> exact =
        fitting.stream()
            .filter(each -> one.screen() != null && one.screen().equals(each.screen()))
            .toList();
    return (exact.isEmpty() ? fitting : exact).equals(List.of(other));
  }
}
