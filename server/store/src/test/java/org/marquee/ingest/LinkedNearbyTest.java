package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.store.sql.Sql;

/// An import reads only the source records that may be linked with what is new, changed or gone.
/// What it makes of them is the same as if it read all.
@NullMarked
class LinkedNearbyTest {
  private static final List<String> PROVIDERS = List.of("alpha", "beta", "gamma", "delta", "house");

  private final SplittableRandom random = new SplittableRandom(20261128);

  @Test
  void random_cinemas_and_films_are_linked_as_if_each_import_read_all_of_them()
      throws SQLException {
    int rounds = Rounds.of(25);
    try (World world = World.fresh()) {
      for (int round = 0; round < rounds; round++) {
        String provider = any(String.join("|", PROVIDERS));
        if (round % 5 == 4) {
          forgetKeys(world);
        }
        String feed = feed(provider, round);
        world.take(provider, Shrinking.ACCEPTED, feed.getBytes(UTF_8)).rowCounts();
        StoredRecords.assertLinkedAsAWhole(world);
      }
    }
  }

  /// Some cinemas have no keys, as those that an older program has written.
  private static void forgetKeys(World world) throws SQLException {
    try (Connection connection = world.database().pool().getConnection()) {
      Sql.of("update cinema_source set keys = null where chain_id is null").run(connection);
    }
  }

  private String feed(String provider, int round) {
    List<String> lines = new ArrayList<>();
    String mode = any("full|full|delta");
    lines.add(
        World.header(mode, "2026-03-20T06:%02d:%02dZ".formatted(round / 60 % 60, round % 60), ""));
    lines.add(
        "{\"type\":\"chain\",\"externalId\":\"o\",\"name\":\"%s\"}".formatted(any("Odeon|Vue")));
    for (int number = 0; number < 5; number++) {
      if (random.nextInt(3) > 0) {
        lines.add(cinema(name(provider, Kind.CINEMA, number)));
      }
    }
    for (int number = 0; number < 6; number++) {
      if (random.nextInt(3) > 0) {
        lines.add(film(name(provider, Kind.FILM, number)));
      }
    }
    return String.join("\n", lines);
  }

  /// The house names the records of others.
  private String name(String provider, Kind kind, int number) {
    return provider.equals("house")
        ? RecordId.of(kind, PROVIDERS.get(number % 4), "" + random.nextInt(6))
        : "" + number;
  }

  private String cinema(String id) {
    return "{\"type\":\"cinema\",\"externalId\":\"%s\",\"name\":\"%s\",\"timeZone\":\"Europe/London\"%s,\"location\":{\"countryCode\":\"%s\"%s%s%s}}"
        .formatted(
            id,
            any("Rex|Rex Cinema|Odeon|Odeon Leeds|Leeds|King's Rex|Kings Rex|Roxy"),
            any("|,\"chain\":\"o\""),
            any("GB|GB|GB|IE"),
            any("|,\"locality\":\"Leeds\"|,\"locality\":\"Leeds\"|,\"locality\":\"York\""),
            any("|,\"postcode\":\"LS1 1AA\"|,\"postcode\":\"ls11aa\"|,\"postcode\":\"YO1 1AA\""),
            any("|53.800|53.804|53.808")
                .replaceFirst("(.+)", ",\"latitude\":$1,\"longitude\":-1.5"));
  }

  private String film(String id) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"%s\"%s%s%s%s}"
        .formatted(
            id,
            any(
                "The Lantern|Lantern|The Lantern (2019)|Alien|Night: Alien|The Colors Within|The Colours Within"),
            any("|,\"durationMinutes\":90|,\"durationMinutes\":91|,\"durationMinutes\":140"),
            any(
                "|,\"details\":{\"directors\":[\"Ann Lee\"]}|,\"details\":{\"directors\":[\"ANN LEE\"]}|,\"details\":{\"directors\":[\"Bob Ray\"]}"),
            any("||,\"extCatalogAId\":\"1\"|,\"extCatalogAId\":\"2\"|,\"extCatalogBId\":\"3\""),
            any("||,\"originalTitle\":\"Fanal\"|,\"originalTitle\":\"Alien\""));
  }

  private String any(String some) {
    String[] all = some.split("\\|", -1);
    return all[random.nextInt(all.length)];
  }
}
