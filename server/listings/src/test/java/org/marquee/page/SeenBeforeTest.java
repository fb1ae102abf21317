package org.marquee.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class SeenBeforeTest {
  private final SeenBefore seen = new SeenBefore();

  @Test
  void nothing_is_seen_before_it_is_noted() {
    assertThat(seen.note(7)).isFalse();
    assertThat(seen.note(8)).isFalse();
    assertThat(seen.note(7)).isTrue();
  }

  @Test
  void thousands_that_are_asked_for_in_turn_are_known_in_the_second_round() {
    int[] hashes = new Random(20261122).ints(4_000).toArray();
    IntStream.of(hashes).forEach(seen::note);
    assertThat(IntStream.of(hashes).filter(seen::note).count()).isGreaterThan(3_900);
  }

  @Test
  void what_differs_in_few_bits_does_not_share_places() {
    int[] hashes = IntStream.range(0, 4_000).map(at -> at << 12).toArray();
    IntStream.of(hashes).forEach(seen::note);
    assertThat(IntStream.of(hashes).filter(seen::note).count()).isGreaterThan(3_900);
  }

  @Test
  void what_was_seen_long_ago_is_forgotten() {
    seen.note(7);
    new Random(20261122).ints(200_000).forEach(seen::note);
    assertThat(seen.note(7)).isFalse();
  }
}
