package org.marquee.node.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.access.AccessRevision;
import org.marquee.access.Plan;
import org.marquee.access.Register;
import org.marquee.listing.Revision;

@NullMarked
class SavedKeysTest {
  private static final Instant NOW = Instant.parse("2026-03-20T12:00:00Z");

  /// Where the clock was set back, the age of keys is negative.
  @ParameterizedTest
  @CsvSource({
    "PT0S, true",
    "PT24H, true",
    "PT24H0.000001S, false",
    "P7D, false",
    "PT-1H, true",
    "PT-25H, false"
  })
  void keys_that_were_not_confirmed_for_a_day_are_not_trusted(Duration age, boolean trusted) {
    SavedKeys keys = new SavedKeys(register(), NOW.minus(age), "", NOW);
    assertThat(keys.isTrusted(NOW)).isEqualTo(trusted);
  }

  @Test
  void they_tell_listings_that_the_node_had_from_older_ones() {
    Revision had = new Revision(new UUID(0, 1), 7, new UUID(0, 2));
    SavedKeys keys = new SavedKeys(register(), NOW, had.toString(), NOW);
    assertThat(keys.had(new Revision(new UUID(0, 1), 7, new UUID(0, 2)))).isTrue();
    assertThat(keys.had(new Revision(new UUID(0, 1), 6, new UUID(0, 3)))).isFalse();
  }

  private static Register register() {
    return Register.of(
        new AccessRevision(1, new UUID(0, 1)),
        List.of(new Plan("trial", OptionalInt.of(60))),
        List.of(),
        Map.of());
  }
}
