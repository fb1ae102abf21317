package org.marquee.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.listing.Kind;
import org.marquee.listing.Original;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;

/// A home from before words were kept.
@NullMarked
class WordsMigrationTest {
  private static String id(Kind kind, String externalId) {
    return RecordId.maker().of(kind, World.PROVIDER, externalId);
  }

  @Test
  void an_older_home_goes_on_with_the_same_ids_and_answers() throws Exception {
    TestDatabase test = TestDatabase.fresh();
    Flyway.configure()
        .dataSource(test.jdbcUrl(), test.user(), test.password())
        .locations("classpath:db/migration")
        .target("3")
        .load()
        .migrate();
    try (Connection connection = test.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          update revision set n = 7, changes_after = 7;
          insert into provider (name, observed_at, last_feed_at) values ('tester', '2026-03-20Z', '2026-03-20Z');
          insert into film (id, provider_id, external_id, title, sort_key)
            select '%1$s', id, 'f', 'Alien', 'alien' from provider;
          insert into cinema (id, provider_id, external_id, name, sort_key, time_zone, country_code, locality, postcode,
              postcode_key, search_text)
            select '%2$s', id, 'c', 'Rex', 'rex', 'Europe/London', 'GB', 'Elmet', 'LS1 1AA', 'ls11aa',
              E'rex\\nelmet\\nls1 1aa\\nls11aa' from provider;
          insert into programme (cinema_id, provider_id, observed_at, last_feed_at)
            select '%2$s', id, '2026-03-20Z', '2026-03-20Z' from provider;
          insert into showtime (id, starts_at, provider_id, offset_minutes, attribute_mask, film_id, cinema_id, external_id)
            select '%3$s', '2026-04-01T18:00:00Z', id, 60, 0, '%1$s', '%2$s', 's' from provider
          """
              .formatted(id(Kind.FILM, "f"), id(Kind.CINEMA, "c"), id(Kind.SHOWTIME, "s")));
    }
    try (World world = World.on(Database.open(MigratedDatabase.address(test)))) {
      Original original = new PostgresOriginal(world.database());
      NotedCopy before = NotedCopy.of(original, Instant.EPOCH);
      assertThat(before.records().keySet())
          .containsExactlyInAnyOrder(
              id(Kind.FILM, "f"), id(Kind.CINEMA, "c"), id(Kind.SHOWTIME, "s"));
      World.Run run =
          world.full(
              "2026-03-20T00:00:00Z",
              "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Alien\"}",
              "{\"type\":\"cinema\",\"externalId\":\"c\",\"name\":\"Rex\",\"timeZone\":\"Europe/London\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1 1AA\"}}",
              "{\"type\":\"showtime\",\"externalId\":\"s\",\"film\":\"f\",\"cinema\":\"c\",\"startsAt\":\"2026-04-01T19:00\"}");
      assertThat(run.tally().total().unchanged()).isEqualTo(3);
      NotedCopy after = NotedCopy.of(original, Instant.EPOCH);
      assertThat(after.records()).isEqualTo(before.records());
      assertThat(after.aliases()).isEmpty();
      assertThat(world.showtimes())
          .extracting(Showtime::id)
          .containsExactly(id(Kind.SHOWTIME, "s"));
    }
  }
}
