package org.marquee.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NullMarked
class FreshnessTest {
  private static final Instant SIX = Instant.parse("2026-03-01T06:00:00Z");
  private static final Instant SEVEN = Instant.parse("2026-03-01T07:00:00Z");
  private static final Instant EIGHT = Instant.parse("2026-03-01T08:00:00Z");

  private static Provenance seen(Instant observedAt, @Nullable Instant updatedAt) {
    return new Provenance(observedAt, updatedAt, "rex", "17");
  }

  private static Freshness of(Provenance... page) {
    return Freshness.of(List.of(page), Function.identity());
  }

  @Test
  void a_page_is_as_old_as_its_oldest_record() {
    assertThat(of(seen(EIGHT, SIX), seen(SEVEN, SEVEN))).isEqualTo(new Freshness(SEVEN, SIX));
  }

  @Test
  void a_source_has_updated_a_page_only_if_it_says_so_of_every_record() {
    assertThat(of(seen(EIGHT, SIX), seen(EIGHT, null))).isEqualTo(new Freshness(EIGHT, null));
    assertThat(of(seen(EIGHT, null), seen(EIGHT, SIX))).isEqualTo(new Freshness(EIGHT, null));
  }

  @Test
  void an_empty_page_has_no_oldest_record() {
    assertThatThrownBy(FreshnessTest::of).isInstanceOf(IllegalArgumentException.class);
  }
}
