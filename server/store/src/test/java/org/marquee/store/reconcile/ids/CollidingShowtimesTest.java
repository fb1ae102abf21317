package org.marquee.store.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.store.reconcile.ids.CollidingShowtimes;
import org.marquee.store.reconcile.ids.CollidingShowtimes.Variant;

@NullMarked
class CollidingShowtimesTest {
  private static final Comparator<Variant> NOTHING_STORED = Comparator.comparingInt(variant -> 0);

  private static final Variant PLAIN = of("2d", "https://rex.example/1");
  private static final Variant PREMIER = of("premier 2d", "https://rex.example/2");
  private static final Variant SECOND = of("2d", "https://rex.example/3");

  private static Variant of(String version, @Nullable String bookingUrl) {
    return new Variant(version, bookingUrl);
  }

  private static Map<Variant, String> assign(CollidingShowtimes namesakes, Variant... variants) {
    return namesakes.assign(new LinkedHashSet<>(List.of(variants)), NOTHING_STORED);
  }

  @Test
  void the_only_one_has_the_key_whatever_it_is_like() {
    CollidingShowtimes namesakes = new CollidingShowtimes("k");
    assertThat(assign(namesakes, PREMIER)).containsExactly(Map.entry(PREMIER, "k"));
    assertThat(namesakes.known()).isEmpty();
  }

  @Test
  void others_are_named_by_their_differences_in_any_order_of_lines() {
    Map<Variant, String> expected =
        Map.of(PLAIN, "k", PREMIER, "k/premier 2d", SECOND, "k/2d/https://rex.example/3");
    assertThat(assign(new CollidingShowtimes("k"), PLAIN, PREMIER, SECOND)).isEqualTo(expected);
    assertThat(assign(new CollidingShowtimes("k"), SECOND, PREMIER, PLAIN)).isEqualTo(expected);
  }

  @Test
  void what_is_most_like_the_stored_one_keeps_the_key() {
    Comparator<Variant> like = Comparator.comparingInt(variant -> variant.equals(PREMIER) ? 0 : 1);
    assertThat(new CollidingShowtimes("k").assign(Set.of(PLAIN, PREMIER), like))
        .isEqualTo(Map.of(PREMIER, "k", PLAIN, "k/2d"));
  }

  @Test
  void whichever_is_gone_the_other_keeps_its_name_and_the_gone_one_comes_back_to_its_own() {
    CollidingShowtimes namesakes = new CollidingShowtimes("k");
    assign(namesakes, PLAIN, PREMIER);
    assertThat(assign(namesakes, PREMIER)).isEqualTo(Map.of(PREMIER, "k/premier 2d"));
    assertThat(assign(namesakes, PLAIN)).isEqualTo(Map.of(PLAIN, "k"));
    assertThat(assign(namesakes, PREMIER, PLAIN))
        .isEqualTo(Map.of(PLAIN, "k", PREMIER, "k/premier 2d"));
  }

  @Test
  void a_booking_address_that_is_another_each_time_makes_no_new_showing() {
    CollidingShowtimes namesakes = new CollidingShowtimes("k");
    Set<String> names = new HashSet<>();
    for (int day = 0; day < 5; day++) {
      names.addAll(
          assign(
                  namesakes,
                  of("2d", "?session=a" + day),
                  of("2d", "?session=b" + day),
                  of("ov", "?session=c" + day))
              .values());
    }
    assertThat(names).hasSize(3).contains("k", "k/ov");
    assertThat(assign(namesakes, of("ov", "?session=d"))).containsValue("k/ov");
  }

  @Test
  void one_without_a_booking_address_is_another_only_where_the_version_says_so() {
    Variant bare = of("2d", null);
    assertThat(assign(new CollidingShowtimes("k"), PLAIN, bare))
        .isEqualTo(Map.of(PLAIN, "k", bare, "k"));
    assertThat(assign(new CollidingShowtimes("k"), of("ov", null), bare))
        .isEqualTo(Map.of(bare, "k", of("ov", null), "k/ov"));
  }

  /// Feeds of any of six variants, in any order.
  @Test
  void no_two_showings_of_a_feed_share_a_name_and_the_same_feed_gets_the_same_names() {
    Random random = new Random(6);
    List<Variant> all =
        List.of(
            PLAIN, PREMIER, SECOND, of("", null), of("", "https://rex.example/1"), of("ov", null));
    for (int round = 0; round < 500; round++) {
      CollidingShowtimes namesakes = new CollidingShowtimes("k");
      for (int feed = 0; feed < 5; feed++) {
        List<Variant> listed = new ArrayList<>(all);
        Collections.shuffle(listed, random);
        listed = listed.subList(0, 1 + random.nextInt(all.size()));
        Map<Variant, String> names = namesakes.assign(new LinkedHashSet<>(listed), NOTHING_STORED);
        assertThat(names.keySet()).containsExactlyInAnyOrderElementsOf(listed);
        int bare =
            listed.contains(of("", null)) && listed.contains(of("", "https://rex.example/1"))
                ? 1
                : 0;
        assertThat(new HashSet<>(names.values())).hasSize(listed.size() - bare);
        Collections.shuffle(listed, random);
        assertThat(namesakes.assign(new LinkedHashSet<>(listed), NOTHING_STORED)).isEqualTo(names);
      }
    }
  }
}
