package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
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
}
