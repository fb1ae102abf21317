package org.marquee.feed.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Provenance;

@NullMarked
class NaturalKeyTest {
  @Test
  void a_key_is_its_parts_as_long_as_it_fits() {
    assertThat(NaturalKey.of("rex", "2026-04-01T18:00", "", "amélie 🎬"))
        .isEqualTo("rex/2026-04-01T18:00//amélie 🎬");
  }

  @Test
  void a_longer_one_ends_with_a_digest_of_the_whole() {
    String key = NaturalKey.of("🎬".repeat(300));
    assertThat(key).startsWith("🎬🎬").matches(".*…#[0-9a-f]{24}");
    assertThat(Provenance.EXTERNAL_ID_LENGTH.containsLengthOf(key)).isTrue();
    assertThat(NaturalKey.of("🎬".repeat(301))).isNotEqualTo(key);
  }

  @Test
  void a_character_that_cannot_be_stored_is_replaced() {
    String key = NaturalKey.of("https://rex.example/\u0000", "\ud83c 2");
    assertThat(key).matches("https://rex\\.example/\uFFFD/\uFFFD 2…#[0-9a-f]{24}");
    assertThat(NaturalKey.of("https://rex.example/\uFFFD", "\uFFFD 2")).isNotEqualTo(key);
  }
}
