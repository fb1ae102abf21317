package org.marquee.listing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;

@NullMarked
class SortingTest {
  @Test
  void screen_2_comes_before_screen_10() {
    List<String> names =
        List.of("Studio", "Screen 10", "Screen 2", "screen 1", "Screen", "Screen 2a", "Salle 3");
    assertThat(names.stream().sorted(Comparator.comparing(Sorting::natural)))
        .containsExactly(
            "Salle 3", "Screen", "screen 1", "Screen 2", "Screen 2a", "Screen 10", "Studio");
  }

  @Test
  void numbers_of_any_length_compare_by_their_value() {
    SplittableRandom random = new SplittableRandom(11);
    for (int round = 0; round < Rounds.of(4_000); round++) {
      String one = digits(random);
      String other = digits(random);
      assertThat(
              Integer.signum(
                  Sorting.natural("s " + one + "x").compareTo(Sorting.natural("s " + other + "x"))))
          .as("%s and %s", one, other)
          .isEqualTo(new BigInteger(one).compareTo(new BigInteger(other)));
    }
  }

  private static String digits(SplittableRandom random) {
    StringBuilder digits = new StringBuilder();
    for (int length = random.nextInt(1, random.nextInt(2, 30)); length > 0; length--) {
      digits.append(random.nextInt(3) == 0 ? 0 : random.nextInt(10));
    }
    return digits.toString();
  }

  @Test
  void sixty_code_points_of_a_name_count() {
    String sixty = "語".repeat(60);
    assertThat(Sorting.byName(sixty + "x")).isEqualTo(Sorting.byName(sixty + "y"));
    assertThat(Sorting.byName("語".repeat(59) + "x"))
        .isNotEqualTo(Sorting.byName("語".repeat(59) + "y"));
  }

  @Test
  void a_key_fits_into_a_cursor_whatever_the_name() {
    assertThat(Sorting.natural("\uFDFA".repeat(120)).getBytes(UTF_8)).hasSizeLessThanOrEqualTo(400);
    assertThat(Sorting.natural("𠀀".repeat(120)).getBytes(UTF_8)).hasSize(400);
    assertThat(Sorting.natural("語".repeat(120))).isEqualTo("語".repeat(120));
  }
}
