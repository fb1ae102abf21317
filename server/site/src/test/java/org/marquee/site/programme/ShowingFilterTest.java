package org.marquee.site.programme;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.listing.Attribute;
import org.marquee.listing.Attributes;
import org.marquee.listing.Provenance;
import org.marquee.listing.Showtime;

@NullMarked
class ShowingFilterTest {
  /// @param at an instant; the cinema's clock is two hours ahead of UTC
  private static Showtime showing(String at, Attribute... attributes) {
    Provenance provenance = new Provenance(Instant.EPOCH, null, "rex", "1");
    return new Showtime(
        "st_1",
        "fi_1",
        "ci_1",
        Instant.parse(at),
        120,
        null,
        Attributes.of(List.of(attributes)),
        null,
        null,
        provenance,
        null);
  }

  @Test
  void a_showing_has_all_attributes_that_are_asked_for() {
    ShowingFilter both =
        new ShowingFilter(
            Attributes.of(List.of(Attribute.IMAX, Attribute.SUBTITLED)), Optional.empty(), false);
    String at = "2026-11-24T18:00:00Z";
    assertThat(both.keeps(showing(at, Attribute.SUBTITLED, Attribute.IMAX, Attribute.KIDS)))
        .isTrue();
    assertThat(both.keeps(showing(at, Attribute.IMAX))).isFalse();
    assertThat(both.keeps(showing(at))).isFalse();
  }

  @Test
  void a_showing_after_midnight_belongs_to_the_evening_by_the_clock_of_the_cinema() {
    ShowingFilter evening =
        new ShowingFilter(Attributes.NONE, Optional.of(LocalTime.of(20, 0)), false);
    assertThat(evening.keeps(showing("2026-11-24T18:00:00Z"))).isTrue();
    assertThat(evening.keeps(showing("2026-11-24T17:59:00Z"))).isFalse();
    assertThat(evening.keeps(showing("2026-11-24T22:30:00Z"))).as("00:30").isTrue();
    assertThat(evening.keeps(showing("2026-11-25T02:59:00Z"))).as("04:59").isTrue();
    assertThat(evening.keeps(showing("2026-11-25T03:00:00Z"))).as("05:00").isFalse();
  }
}
