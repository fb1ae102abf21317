package org.marquee.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.coverage.Coverage;
import org.marquee.coverage.SourceStatement;
import org.marquee.listing.Attributes;
import org.marquee.listing.Chain;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.FilmFact;
import org.marquee.listing.KnownFacts;
import org.marquee.listing.Location;
import org.marquee.listing.Provenance;
import org.marquee.listing.Screen;
import org.marquee.listing.Showtime;

/// Makes random records, and random statements of their sources. Draw no number for a new member:
/// each test relies on what its seed gives.
@NullMarked
record RandomRecords(Random random) {
  private static final List<ZoneId> CLOCKS =
      List.of(
          ZoneId.of("Europe/London"),
          ZoneId.of("America/New_York"),
          ZoneId.of("Pacific/Kiritimati"),
          ZoneId.of("Asia/Kathmandu"));

  /// What sources say beside showtimes.
  private static final List<@Nullable String> SAID =
      Arrays.asList(
          null,
          null,
          "{\"availability\": {\"status\": \"on_sale\"}}",
          "{\"endsAt\": 200, \"formats\": [\"3d\"], \"sources\": {\"formats\": \"other\"}}",
          "{\"endsAt\": 90, \"formats\": [\"3d\"], \"sources\": {\"formats\": \"other\"}}",
          "{\"version\": {\"spoken\": [\"de\"], \"dubbed\": true}}");

  private static final List<String> ADDRESSES =
      List.of(
          "https://rex.example/book?id=%s",
          "https://rex.example/%s/book?seats=ü",
          "https://rex.example/\"%s\"",
          "rex:%s",
          "https://rex.example/" + "%s".repeat(40));

  <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  ZoneId clock() {
    return pick(CLOCKS);
  }

  private Provenance provenance(String externalId) {
    Instant own = World.TODAY.plusSeconds(random.nextInt(100_000));
    return new Provenance(own, random.nextBoolean() ? own : null, World.PROVIDER, externalId);
  }

  Chain chain(String id, String name) {
    return new Chain(id, name + random.nextInt(99), null, provenance(name));
  }

  Film film(String id, String name) {
    return new Film(
        id,
        "Film " + random.nextInt(99) + " “" + name + "”\n",
        KnownFacts.NONE.with(
            FilmFact.DURATION_MINUTES, random.nextBoolean() ? random.nextInt(200) : null),
        random.nextBoolean() ? List.of() : List.of("Film", "フィルム"),
        provenance(name),
        name.hashCode() % 2 == 0 ? "{\"genres\": [\"Drama\"]}" : null);
  }

  Cinema cinema(String id, String name, List<String> chains) {
    boolean placed = random.nextInt(4) > 0;
    return new Cinema(
        id,
        random.nextBoolean() ? pick(chains) : null,
        pick(List.of("Rex", "Roxy", "Röxy Palace", "Kino 7", "Ritz")) + " " + name,
        new Location(
            "GB",
            pick(List.of("London", "Leeds", "Łódź")),
            pick(List.of("N1 9GU", "SW1A 1AA", "LS1 1AA")),
            null,
            placed ? 51 + random.nextDouble() : null,
            placed ? random.nextDouble() : null),
        provenance(name));
  }

  Screen screen(String id, String cinema, String name) {
    Provenance own = provenance(name);
    return new Screen(
        id,
        cinema,
        "Screen " + random.nextInt(30),
        Screen.Evidence.SCHEDULE_OBSERVED,
        own.observedAt(),
        own);
  }

  Showtime showtime(String id, String name, String film, String cinema, @Nullable String screen) {
    Instant start =
        World.TODAY
            .plus(random.nextInt(24) - 10, ChronoUnit.DAYS)
            .plus(random.nextInt(8) * 3L, ChronoUnit.HOURS)
            .plus(random.nextInt(6) == 0 ? -1 : 0, ChronoUnit.MICROS);
    return new Showtime(
        id,
        film,
        cinema,
        start,
        pick(List.of(0, 60, -90)),
        random.nextBoolean() ? pick(ADDRESSES).replace("%s", name) : null,
        new Attributes(random.nextInt(3) == 0 ? 1 << random.nextInt(12) : random.nextInt(4)),
        screen,
        random.nextBoolean() ? "Screen “1”" : null,
        provenance(name),
        SAID.get(Math.floorMod((name + start).hashCode(), SAID.size())));
  }

  /// What up to two sources state of a cinema.
  List<SourceStatement> statements() {
    List<SourceStatement> all = new ArrayList<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      Instant taken = World.TODAY.plusSeconds(random.nextInt(9) * 20_000L - 90_000);
      boolean full = random.nextInt(5) > 0;
      all.add(
          new SourceStatement(
              full ? taken : null,
              taken,
              full ? taken.minusSeconds(random.nextInt(5) * 70_000L) : null,
              full && random.nextInt(3) == 0 ? taken.plusSeconds(random.nextInt(400_000)) : null,
              full && random.nextBoolean()
                  ? LocalDate.parse("2026-03-19").plusDays(random.nextInt(9))
                  : null,
              random.nextBoolean() ? Duration.ofHours(20 + random.nextInt(60)) : null,
              random.nextInt(4) > 0
                  ? null
                  : new SourceStatement.Trouble(
                      Coverage.Reason.SOURCE_FAILED, taken.plusSeconds(90_000)),
              random.nextBoolean() ? 600 : null));
    }
    return all;
  }
}
