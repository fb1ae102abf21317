package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Attributes;
import org.marquee.listing.Cinema;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.store.decision.PostgresReview;

/// Feeds of several providers about the same films and cinemas, and what is published of them.
@NullMarked
abstract class JoinedFeeds {
  final World world = World.fresh();
  final HandDecisions decisions = new HandDecisions(world.database());
  final PostgresReview review = new PostgresReview(world.database());

  @AfterEach
  void close() throws SQLException {
    StoredRecords.assertConsistent(world);
    world.close();
  }

  World.Run take(String provider, String observedAt, String... lines) {
    World.Run run =
        world.take(
            provider,
            Shrinking.ACCEPTED,
            (World.header("full", observedAt, "") + "\n" + String.join("\n", lines))
                .getBytes(UTF_8));
    run.rowCounts();
    return run;
  }

  static String film(String id, String title, String more) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"%s\"%s}"
        .formatted(id, title, more);
  }

  static String cinema(String id, String name, String location) {
    return "{\"type\":\"cinema\",\"externalId\":\"%s\",\"name\":\"%s\",\"timeZone\":\"Europe/London\",\"location\":{%s}}"
        .formatted(id, name, location);
  }

  static final String REX =
      "\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1AA\"";

  static String showtime(String id, String film, String cinema, String start) {
    return "{\"type\":\"showtime\",\"externalId\":\"%s\",\"film\":\"%s\",\"cinema\":\"%s\",\"startsAt\":\"%s\"}"
        .formatted(id, film, cinema, start);
  }

  static String id(Kind kind, String provider, String externalId) {
    return RecordId.of(kind, provider, externalId);
  }

  List<Showtime> of(@Nullable String cinema, @Nullable String film) {
    return world
        .listings()
        .showtimes(
            new ShowtimeQuery(
                new Window(
                    Instant.parse("2026-04-01T00:00:00Z"), Instant.parse("2026-04-30T00:00:00Z")),
                cinema,
                film,
                Attributes.NONE),
            null,
            100)
        .records();
  }

  List<Film> films() {
    return world.listings().films();
  }

  List<Cinema> cinemas() {
    return world.listings().cinemas();
  }

  World.Run takeAlien(String provider, String observedAt, String more, String... shows) {
    List<String> lines = new ArrayList<>();
    lines.add(film("f", "Alien", ",\"extCatalogAId\":\"348\""));
    lines.add(cinema("c", "Roxy", REX));
    for (String show : shows) {
      String[] parts = show.split(" ", -1);
      String line = showtime(parts[0], "f", "c", parts[1]);
      lines.add(
          line.substring(0, line.length() - 1)
              + (parts.length > 2
                  ? ",\"screen\":{\"name\":\"" + parts[2].replace('_', ' ') + "\"}"
                  : "")
              + more
              + "}");
    }
    return take(provider, observedAt, lines.toArray(String[]::new));
  }

  List<String> shows() {
    return of(null, null).stream()
        .map(it -> it.provenance().provider() + " " + it.provenance().externalId())
        .toList();
  }
}
