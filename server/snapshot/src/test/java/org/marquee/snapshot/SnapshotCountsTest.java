package org.marquee.snapshot;

import static java.time.format.DateTimeFormatter.ISO_OFFSET_DATE_TIME;
import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.ShowingCounts;
import org.marquee.listing.ShowingCounts.FilmCount;
import org.marquee.listing.ShowingCounts.FilmDay;
import org.marquee.snapshot.search.Snapshot;
import org.marquee.store.read.PostgresChanges;

/// What is counted in memory is what a feed lists.
@NullMarked
class SnapshotCountsTest {
  private static final Instant NOW = Instant.parse("2026-03-27T10:00:00Z");
  private static final Instant TOMORROW = NOW.plusSeconds(86_400);

  private record Show(String film, ZonedDateTime at) {}

  /// Clocks that turn apart, and all on one day or not; in the last night of March some change.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Europe/London,Europe/Helsinki",
        "Europe/London,Asia/Tokyo,Pacific/Honolulu,Pacific/Kiritimati"
      })
  void showings_are_counted_by_film_and_day(String zones) {
    List<Show> shows = shows(zones.split(","));
    try (World world = World.fresh()) {
      world.full("2026-03-27T09:00:00Z", feed(zones.split(","), shows));
      SnapshotPages pages = new SnapshotPages(System::nanoTime);
      new SnapshotRefresher(
              pages, new PostgresChanges(world.database()), InstantSource.fixed(NOW), 2)
          .refresh();
      List<FilmCount> most =
          shows.stream()
              .filter(each -> !each.at().toInstant().isBefore(NOW))
              .filter(each -> each.at().toInstant().isBefore(TOMORROW))
              .collect(groupingBy(Show::film, collectingAndThen(toList(), List::size)))
              .entrySet()
              .stream()
              .map(each -> new FilmCount(id(each.getKey()), each.getValue()))
              .toList();
      assertThat(most).hasSizeGreaterThan(2);
      assertThat(pages.mostShown(NOW, TOMORROW, 9))
          .containsExactlyInAnyOrderElementsOf(most)
          .isSortedAccordingTo(comparing(FilmCount::showtimes).reversed());
      assertThat(pages.mostShown(NOW, TOMORROW, 1)).hasSize(1);
      for (int film = 0; film < 4; film++) {
        for (int hours = 0; hours < 72; hours += 4) {
          Instant from = NOW.plusSeconds(hours * 3600L);
          List<FilmDay> days = days(shows, "f" + film, from);
          assertThat(pages.daysOf(id("f" + film), from, ShowingCounts.ALL)).isEqualTo(days);
          assertThat(pages.daysOf(id("f" + film), from, (_, _, _) -> true)).isEqualTo(days);
        }
      }
      assertThat(pages.daysOf("fi_nobody", NOW, ShowingCounts.ALL)).isEmpty();
      pages.put(Snapshot.NOTHING);
    }
  }

  private static String id(String film) {
    return RecordId.of(Kind.FILM, World.PROVIDER, film);
  }

  /// A day lasts until five in the morning.
  private static List<FilmDay> days(List<Show> shows, String film, Instant from) {
    return shows.stream()
        .filter(each -> each.film().equals(film) && !each.at().toInstant().isBefore(from))
        .collect(
            groupingBy(
                each -> each.at().toLocalDateTime().minusHours(5).toLocalDate(),
                TreeMap::new,
                collectingAndThen(toList(), List::size)))
        .entrySet()
        .stream()
        .map(each -> new FilmDay(each.getKey(), each.getValue()))
        .toList();
  }

  private static List<Show> shows(String... zones) {
    SplittableRandom random = new SplittableRandom(7);
    List<Show> shows = new ArrayList<>();
    for (int show = 0; show < 600; show++) {
      shows.add(
          new Show(
              "f" + Math.min(random.nextInt(5), 3),
              LocalDate.parse("2026-03-25")
                  .plusDays(random.nextInt(9))
                  .atTime(random.nextInt(24), random.nextInt(12) * 5)
                  .atZone(ZoneId.of(zones[random.nextInt(zones.length)]))));
    }
    return shows;
  }

  private static String[] feed(String[] zones, List<Show> shows) {
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
    for (int show = 0; show < shows.size(); show++) {
      Show each = shows.get(show);
      lines.add(
          """
          {"type":"showtime","externalId":"s%d","film":"%s","cinema":"%s","startsAt":"%s"}\
          """
              .formatted(
                  show, each.film(), each.at().getZone(), each.at().format(ISO_OFFSET_DATE_TIME)));
    }
    return lines.toArray(String[]::new);
  }
}
