package org.marquee.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.matching.Contradictions.Shown;

@NullMarked
class ContradictionsTest {
  /// Lines of start, film, screen (- for none) and providers, with the letters as ids.
  private static List<String> among(String... lines) {
    List<Shown> shown =
        IntStream.range(0, lines.length)
            .mapToObj(at -> {
              String[] words = lines[at].split(" ", -1);
              return new Shown(
                  String.valueOf((char) ('a' + at)),
                  words[1],
                  words[1],
                  Instant.parse("2026-03-01T" + words[0] + ":00Z"),
                  words[2].equals("-") ? null : words[2],
                  new TreeMap<>(
                      Arrays.stream(words[3].split(",", -1))
                          .collect(Collectors.toMap(each -> each, each -> each))));
            })
            .sorted(Comparator.comparing(Shown::start))
            .toList();
    return Contradictions.among(shown).stream()
        .map(pair -> pair.why() + " " + pair.one().id() + pair.other().id())
        .toList();
  }

  @Test
  void one_film_on_one_screen_at_two_times_is_one_showing() {
    assertThat(among("19:00 alien 1 1", "19:05 alien 1 2")).containsExactly("TWO_TIMES ab");
    assertThat(among("19:05 alien 1 1", "19:00 alien 1 2")).containsExactly("TWO_TIMES ba");
    assertThat(among("19:00 alien 1 1", "19:05 alien 2 2")).isEmpty();
    assertThat(among("19:00 alien 1 1", "19:31 alien 1 2")).isEmpty();
    assertThat(among("19:00 alien - 1", "19:05 alien - 2")).isEmpty();
  }

  @Test
  void two_films_cannot_be_on_one_screen_at_one_time() {
    assertThat(among("19:00 alien 1 1", "19:00 brazil 1 2")).containsExactly("TWO_FILMS ab");
    assertThat(among("19:00 alien 1 1", "19:05 brazil 1 2")).isEmpty();
  }

  @Test
  void one_showing_on_two_screens_is_one_screen_under_two_names() {
    assertThat(among("19:00 alien 1 1", "19:00 alien red 2")).containsExactly("TWO_SCREENS ab");
    assertThat(among("19:00 alien 1 1", "19:00 alien 2 1", "19:00 alien red 2")).isEmpty();
  }

  @Test
  void what_one_provider_lists_is_no_contradiction() {
    assertThat(among("19:00 alien 1 1", "19:00 brazil 1 1")).isEmpty();
    assertThat(among("19:00 alien 1 1,2", "19:05 alien 1 2")).isEmpty();
  }

  @Test
  void a_screen_that_is_named_for_all_showings_is_compared_with_a_few() {
    List<Shown> all =
        IntStream.range(0, 20_000)
            .mapToObj(at ->
                new Shown(
                    "s" + at,
                    "f" + at,
                    "f" + at,
                    Instant.EPOCH,
                    "1",
                    new TreeMap<>(Map.of("p" + at % 2, ""))))
            .toList();
    assertThat(Contradictions.among(all)).hasSizeLessThan(20 * all.size());
  }
}
