package org.marquee.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.ingest.World;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ShowingCounts;
import org.marquee.page.JsonRecordEncoder;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.search.Snapshot;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PostgresOverview;

/// What is counted in memory is what is counted in the database.
@NullMarked
class SnapshotCountsTest {
  private static final Instant NOW = Instant.parse("2026-03-27T10:00:00Z");

  /// Clocks that turn apart, and all on one day or not; in the last night of March some change.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Europe/London,Europe/Helsinki",
        "Europe/London,Asia/Tokyo,Pacific/Honolulu,Pacific/Kiritimati"
      })
  void showings_are_counted_as_the_database_counts_them(String zones) {
    try (World world = World.fresh()) {
      world.full("2026-03-27T09:00:00Z", feed(zones.split(",")));
      ShowingCounts stored = new PostgresOverview(world.database());
      SnapshotPages pages = new SnapshotPages(System::nanoTime);
      SnapshotBuilder copying =
          new SnapshotBuilder(Snapshot.NOTHING, Micros.daysBefore(NOW, 2), new JsonRecordEncoder());
      new PostgresChanges(world.database())
          .copy(null, Micros.instant(Micros.daysBefore(NOW, 2) * Micros.A_DAY), 10_000, copying);
      pages.put(copying.finish());
      List<String> films =
          stored.mostShown(NOW, NOW.plusSeconds(86_400), 9).stream()
              .map(ShowingCounts.FilmCount::filmId)
              .toList();
      assertThat(films).hasSizeGreaterThan(2);
      for (String film : films) {
        assertThat(stored.daysOf(film, NOW)).hasSizeGreaterThan(5);
        for (int hours = 0; hours < 72; hours += 4) {
          Instant from = NOW.plusSeconds(hours * 3600L);
          assertThat(pages.daysOf(film, from)).isEqualTo(stored.daysOf(film, from));
        }
      }
      assertThat(pages.mostShown(NOW, NOW.plusSeconds(86_400), 9))
          .containsExactlyInAnyOrderElementsOf(stored.mostShown(NOW, NOW.plusSeconds(86_400), 9));
      assertThat(pages.mostShown(NOW, NOW.plusSeconds(86_400), 1))
          .isEqualTo(stored.mostShown(NOW, NOW.plusSeconds(86_400), 1));
      assertThat(pages.daysOf("fi_nobody", NOW)).isEmpty();
      assertThatThrownBy(() -> pages.daysOf(films.getFirst(), NOW.minusSeconds(9 * 86_400)))
          .isInstanceOf(ListingsUnavailable.class);
      pages.put(Snapshot.NOTHING);
    }
  }

  private static String[] feed(String... zones) {
    SplittableRandom random = new SplittableRandom(7);
    List<String> lines = new ArrayList<>();
    for (String zone : zones) {
      lines.add(
          """
          {"type":"cinema","externalId":"%1$s","name":"%1$s","timeZone":"%1$s","location":\
          {"countryCode":"GB","locality":"Saltmarch","postcode":"SX3 5JE"}}\
          """
              .formatted(zone));
    }
    for (int film = 0; film < 4; film++) {
      lines.add(
          "{\"type\":\"film\",\"externalId\":\"f%1$d\",\"title\":\"Film %1$d\"}".formatted(film));
    }
    for (int show = 0; show < 600; show++) {
      lines.add(
          """
          {"type":"showtime","externalId":"s%d","film":"f%d","cinema":"%s","startsAt":"2026-%s:%02d"}\
          """
              .formatted(
                  show,
                  Math.min(random.nextInt(5), 3),
                  zones[random.nextInt(zones.length)],
                  LocalDate.parse("2026-03-25").plusDays(random.nextInt(9)).toString().substring(5)
                      + "T%02d".formatted(random.nextInt(24)),
                  random.nextInt(12) * 5));
    }
    return lines.toArray(String[]::new);
  }
}
