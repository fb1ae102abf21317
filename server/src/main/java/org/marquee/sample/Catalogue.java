package org.marquee.sample;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.marquee.listing.Location;

/// All that is fixed about the region: chains, cinemas and films, from the tables under `sample/`.
record Catalogue(List<DemoChain> chains, List<DemoCinema> cinemas, DemoFilms films) {
  Catalogue {
    chains = List.copyOf(chains);
    cinemas = List.copyOf(cinemas);
  }

  static Catalogue read() {
    Map<String, CinemaStyle> houses =
        Table.rows("houses").stream().collect(toMap(row -> row.text("house"), CinemaStyle::read));
    Map<String, List<Table.Row>> screens =
        Table.rows("screens").stream().collect(groupingBy(row -> row.text("cinema")));
    return new Catalogue(
        Table.rows("chains").stream().map(DemoChain::of).toList(),
        Table.rows("cinemas").stream()
            .map(row ->
                cinema(
                    row,
                    Objects.requireNonNull(houses.get(row.text("house"))),
                    screens.getOrDefault(row.text("id"), List.of())))
            .toList(),
        DemoFilms.read());
  }

  private static DemoCinema cinema(Table.Row row, CinemaStyle house, List<Table.Row> screens) {
    return new DemoCinema(
        row.text("id"),
        row.find("chain"),
        row.text("name"),
        ZoneId.of(row.text("zone")),
        new Location(
            row.text("country"),
            row.text("locality"),
            row.text("postcode"),
            row.find("address").orElse(null),
            row.find("latitude").map(Double::valueOf).orElse(null),
            row.find("longitude").map(Double::valueOf).orElse(null)),
        house,
        screens.stream().map(screen -> screen(screen, house)).toList(),
        row.list("habits").stream()
            .map(word -> DemoCinema.Habit.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')))
            .collect(toSet()));
  }

  private static DemoScreen screen(Table.Row row, CinemaStyle house) {
    return new DemoScreen(
        row.text("id"), row.find("name"), row.attributes("equipment").and(house.equipment()));
  }
}
