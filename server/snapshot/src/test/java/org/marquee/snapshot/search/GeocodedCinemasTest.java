package org.marquee.snapshot.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery.Around;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.GreatCircle;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Position;
import org.marquee.listing.Provenance;
import org.marquee.page.json.JsonRecordEncoder.Written;
import org.marquee.snapshot.record.WrittenRecord;
import org.marquee.snapshot.search.GeocodedCinemas.Placed;

/// Cinemas near a point are those that a search of all of them finds, in the same order.
@NullMarked
class GeocodedCinemasTest {
  private static final double[] RADII = {0, 1e-7, 0.001, 1, 25, 100};

  @Test
  void pages_hold_what_a_search_of_all_finds() {
    SplittableRandom random = new SplittableRandom(1);
    for (int world = 0; world < Rounds.of(40); world++) {
      IndexedCinema[] cinemas = cinemas(random, random.nextInt(400));
      GeocodedCinemas geocoded = new GeocodedCinemas(List.of(cinemas));
      for (int question = 0; question < 20 && cinemas.length > 0; question++) {
        Around around = new Around(centre(random, cinemas), RADII[random.nextInt(RADII.length)]);
        Predicate<IndexedCinema> fits =
            random.nextBoolean() ? _ -> true : cinema -> cinema.entry().id().hashCode() % 3 == 0;
        int limit = 1 + random.nextInt(random.nextBoolean() ? 3 : 101);
        assertThat(pages(geocoded, around, fits, limit)).isEqualTo(searched(cinemas, around, fits));
      }
    }
  }

  private static List<Placed> pages(
      GeocodedCinemas geocoded, Around around, Predicate<IndexedCinema> fits, int limit) {
    List<Placed> all = new ArrayList<>();
    Position.@Nullable ByDistance after = null;
    while (true) {
      List<Placed> rest = geocoded.within(around, fits, after);
      List<Placed> page = rest.subList(0, Math.min(limit, rest.size()));
      all.addAll(page);
      if (page.size() == rest.size()) {
        return all;
      }
      Placed last = page.getLast();
      after = new Position.ByDistance(last.kilometres(), last.entry().id());
    }
  }

  private static List<Placed> searched(
      IndexedCinema[] cinemas, Around around, Predicate<IndexedCinema> fits) {
    Centre.Point point = (Centre.Point) around.centre();
    return Arrays.stream(cinemas)
        .filter(IndexedCinema::isGeocoded)
        .filter(fits)
        .map(cinema ->
            new Placed(
                cinema,
                GreatCircle.kilometres(
                    point.latitude(), point.longitude(), cinema.latitude(), cinema.longitude())))
        .filter(placed -> placed.kilometres() <= around.radiusKm())
        .sorted(
            Comparator.comparingDouble(Placed::kilometres)
                .thenComparing(placed -> placed.entry().id()))
        .toList();
  }

  /// Spread wide, in towns, at one address, a hair apart, at the poles and at the date line.
  private static IndexedCinema[] cinemas(SplittableRandom random, int count) {
    double[][] towns = new double[1 + random.nextInt(5)][];
    for (int town = 0; town < towns.length; town++) {
      towns[town] =
          switch (random.nextInt(4)) {
            case 0 -> new double[] {90, 0};
            case 1 -> new double[] {random.nextDouble(-60, 60), 180};
            default -> new double[] {random.nextDouble(-90, 90), random.nextDouble(-180, 180)};
          };
    }
    IndexedCinema[] cinemas = new IndexedCinema[count];
    for (int number = 0; number < count; number++) {
      double[] town = towns[random.nextInt(towns.length)];
      double width = new double[] {0, 1e-9, 0.001, 1}[random.nextInt(4)];
      double latitude = Math.clamp(town[0] + width * random.nextDouble(-1, 1), -90, 90);
      double longitude = (town[1] + width * random.nextDouble(-1, 1) + 540) % 360 - 180;
      cinemas[number] = cinema(number, latitude, longitude);
    }
    return cinemas;
  }

  private static Centre centre(SplittableRandom random, IndexedCinema[] cinemas) {
    IndexedCinema near = cinemas[random.nextInt(cinemas.length)];
    double away = random.nextBoolean() ? 0 : random.nextDouble(-0.5, 0.5);
    return new Centre.Point(Math.clamp(near.latitude() + away, -90, 90), near.longitude() + away);
  }

  private static IndexedCinema cinema(int number, double latitude, double longitude) {
    WrittenRecord entry =
        new WrittenRecord(
            Kind.CINEMA,
            new Cinema(
                "ci_" + number,
                null,
                "",
                new Location("GB", "", "", null, latitude, longitude),
                new Provenance(Instant.EPOCH, null, "test", Integer.toString(number))),
            "",
            new Written(new byte[0], 0, 0, 0),
            Observed.ALONE,
            0);
    return new IndexedCinema(
        entry,
        null,
        null,
        "",
        latitude,
        longitude,
        null,
        new IndexedCinema.Address("", "", "", ""));
  }
}
