package org.marquee.snapshot.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.marquee.listing.ChangeSink.Observed;
import org.marquee.listing.Cinema;
import org.marquee.listing.CinemaQuery.Centre;
import org.marquee.listing.FoldedKeys;
import org.marquee.listing.Folding;
import org.marquee.listing.Kind;
import org.marquee.listing.Location;
import org.marquee.listing.Place;
import org.marquee.listing.Provenance;
import org.marquee.page.json.JsonRecordEncoder.Written;
import org.marquee.snapshot.record.WrittenRecord;

/// Places are found by name, by postcode, and by what is nearly one of both.
@NullMarked
class PlaceIndexTest {
  private static final CinemaIndex CINEMAS =
      CinemaIndex.EMPTY.with(
          List.of(
              cinema("Schauburg", "DE", "Karlsruhe", "76137", 49.0, 8.41),
              cinema("Kurbel", "DE", "Karlsruhe", "76131", 49.009, 8.404),
              cinema("Skala", "DE", "Durlach", "76227", 49, 8.47),
              cinema("Rex", "GB", "Saltmarch Bay", "SX3 5JE", 51.37, 1.12),
              cinema("Gull", "GB", "Saltmarch Bay", "SX30 1AA", 51.38, 1.13)),
          Set.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Karlsruhe            | Karlsruhe DE 3
          KARLSRUHE            | Karlsruhe DE 3
          karlsruge            | Karlsruhe DE 3
          durlach              | Durlach DE 3
          Ettlingen            | Ettlingen DE 3
          76137                | 76137 DE 3
          761                  | 76131 DE 3
          761 37               | 76137 DE 3
          sx35je               | SX3 5JE GB 2
          SX3 9ZZ              | SX3 5JE GB 2
          saltmarch            | Saltmarch Bay GB 2
          bay                  | Saltmarch Bay GB 2
          Saltma\u0301rch Bay | Saltmarch Bay GB 2
          Saltmrach Bay        | Saltmarch Bay GB 2
          Ushuaia              | Ushuaia AR 0
          --                   | ''
          😀😀                 | ''
          %%                   | ''
          Nowhere at all       | ''
          """)
  void the_best_place_is_the_first(String text, String first) {
    assertThat(found(text).stream().limit(1).map(PlaceIndexTest::written).toList())
        .isEqualTo(first.isEmpty() ? List.of() : List.of(first));
  }

  @Test
  void an_id_finds_the_place_until_its_last_cinema_has_left() {
    for (String text : List.of("Karlsruhe", "Durlach", "76227", "Ushuaia")) {
      Place place = found(text).getFirst();
      assertThat(place.id()).matches("pl_[0-9a-v]{1,12}");
      assertThat(CINEMAS.places().find(place.id()))
          .isEqualTo(new Centre.Point(place.latitude(), place.longitude()));
    }
    CinemaIndex without = CINEMAS.with(List.of(), Set.of("ci_skala"));
    assertThat(without.places().find(found("76227").getFirst().id())).isNull();
    assertThat(without.places().find(found("Karlsruhe").getFirst().id())).isNotNull();
    for (String none : List.of("", "pl_", "pl_0", "pl_-1", "pl_zzz", "pl_vvvvvvvvvvvv", "76227")) {
      assertThat(CINEMAS.places().find(none)).as(none).isNull();
    }
  }

  private static List<Place> found(String text) {
    String folded = Folding.fold(text.translateEscapes());
    return CINEMAS.places().search(folded).stream().map(Place.Found::place).toList();
  }

  private static String written(Place place) {
    return place.name() + " " + place.countryCode() + " " + place.cinemas();
  }

  private static IndexedCinema cinema(
      String name, String country, String town, String postcode, double north, double east) {
    String key = Folding.fold(name);
    WrittenRecord entry =
        new WrittenRecord(
            Kind.CINEMA,
            new Cinema(
                "ci_" + key,
                null,
                name,
                new Location(country, town, postcode, null, north, east),
                new Provenance(Instant.EPOCH, null, "test", key)),
            key,
            new Written(new byte[0], 0, 0, 0),
            Observed.ALONE,
            0);
    return new IndexedCinema(
        entry,
        null,
        null,
        FoldedKeys.cinemaSearch(name, town, postcode),
        north,
        east,
        null,
        new IndexedCinema.Address(name, country, town, postcode));
  }
}
