package org.marquee.ingest.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.rules.MoveRule.Candidate;

@NullMarked
class MoveRuleTest {
  private static final Instant EIGHT = Instant.parse("2026-03-01T20:00:00Z");

  @Test
  void a_showtime_moves_as_far_as_the_rule_says_and_no_further() {
    assertThat(chosen(gone("a", "b", 360))).containsExactly("a>b");
    assertThat(chosen(gone("a", "b", 361))).isEmpty();
    assertThat(chosen(gone("a", "b", -360))).containsExactly("a>b");
  }

  @Test
  void the_nearest_pair_goes_first_and_each_showtime_moves_once() {
    assertThat(chosen(gone("a", "x", 60), gone("a", "y", 15), gone("b", "y", 5)))
        .containsExactlyInAnyOrder("b>y", "a>x");
  }

  @Test
  void a_programme_that_moves_as_a_whole_stays_in_its_order() {
    Instant nine = EIGHT.plus(Duration.ofHours(1));
    assertThat(
            chosen(
                at("b", "y", nine, nine.plus(Duration.ofMinutes(30))),
                at("b", "x", nine, nine.minus(Duration.ofMinutes(30))),
                at("a", "x", EIGHT, EIGHT.plus(Duration.ofMinutes(30)))))
        .containsExactly("a>x", "b>y");
  }

  @Test
  void the_same_screen_goes_before_a_shorter_move() {
    assertThat(chosen(gone("a", "x", 5, "1", null), gone("b", "x", 90, "1", "1")))
        .containsExactly("b>x");
  }

  @Test
  void another_screen_is_the_same_showtime_at_the_same_start_only() {
    assertThat(chosen(gone("a", "x", 10, "1", "2"))).isEmpty();
    assertThat(chosen(gone("a", "x", 0, "1", "2"))).containsExactly("a>x");
  }

  @Test
  void a_film_known_by_its_title_is_the_same_at_the_same_start_only() {
    assertThat(chosen(titled("a", "x", 10))).isEmpty();
    assertThat(chosen(titled("a", "x", 0))).containsExactly("a>x");
  }

  @Test
  void what_stays_listed_or_is_past_takes_another_id_and_never_another_start() {
    assertThat(chosen(stays("a", "x", 10))).isEmpty();
    assertThat(chosen(stays("a", "x", 0))).containsExactly("a>x");
  }

  @Test
  void only_another_start_or_another_known_screen_is_a_guess() {
    assertThat(gone("a", "x", 0, "1", null).isGuess()).isFalse();
    assertThat(gone("a", "x", 0, "1", "2").isGuess()).isTrue();
    assertThat(gone("a", "x", 5, "1", "1").isGuess()).isTrue();
  }

  private static List<String> chosen(Candidate... candidates) {
    return MoveRule.choose(Arrays.asList(candidates)).stream()
        .map(move -> move.stored() + ">" + move.listed())
        .toList();
  }

  private static Candidate gone(String stored, String listed, int minutes) {
    return gone(stored, listed, minutes, null, null);
  }

  private static Candidate gone(
      String stored, String listed, int minutes, @Nullable String from, @Nullable String to) {
    return new Candidate(stored, listed, EIGHT, later(minutes), from, to, true, true);
  }

  private static Candidate at(String stored, String listed, Instant from, Instant to) {
    return new Candidate(stored, listed, from, to, null, null, true, true);
  }

  private static Candidate titled(String stored, String listed, int minutes) {
    return new Candidate(stored, listed, EIGHT, later(minutes), null, null, false, true);
  }

  private static Candidate stays(String stored, String listed, int minutes) {
    return new Candidate(stored, listed, EIGHT, later(minutes), null, null, true, false);
  }

  private static Instant later(int minutes) {
    return EIGHT.plus(Duration.ofMinutes(minutes));
  }
}
