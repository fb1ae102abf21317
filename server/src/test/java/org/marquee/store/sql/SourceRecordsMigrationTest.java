package org.marquee.store.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.clusterflick.ClusterflickReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Kind;
import org.marquee.listing.RecordId;
import org.marquee.listing.Showtime;
import org.marquee.store.read.NotedCopy;
import org.marquee.store.read.PostgresChanges;

/// Homes from before source records were kept, and from before directors were.
@NullMarked
class SourceRecordsMigrationTest {
  private static String id(Kind kind, String externalId) {
    return RecordId.maker().of(kind, World.PROVIDER, externalId);
  }

  /// A home as it was before a migration.
  static TestDatabase before(int migration) throws Exception {
    TestDatabase test = TestDatabase.fresh();
    migrate(test, migration - 1);
    return test;
  }

  /// Runs the migrations up to and with this one.
  static void migrate(TestDatabase test, int migration) {
    Flyway.configure()
        .dataSource(test.jdbcUrl(), test.user(), test.password())
        .locations("classpath:db/migration")
        .target(String.valueOf(migration))
        .load()
        .migrate();
  }

  @Test
  void an_older_home_goes_on_with_the_same_ids_and_answers() throws Exception {
    TestDatabase test = before(4);
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
      ChangeSource original = new PostgresChanges(world.database());
      NotedCopy before = NotedCopy.of(original, Instant.EPOCH);
      assertThat(before.records().keySet())
          .containsExactlyInAnyOrder(
              id(Kind.FILM, "f"), id(Kind.CINEMA, "c"), id(Kind.SHOWTIME, "s"));
      World.Run run =
          world.full(
              "2026-03-20T00:00:00Z",
              "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Alien\"}",
              "{\"type\":\"cinema\",\"externalId\":\"c\",\"name\":\"Rex\",\"timeZone\":\"Europe/London\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Elmet\",\"postcode\":\"LS1"
                  + " 1AA\"}}",
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

  private static final String VENUE =
      """
      [{"title":"Alien","url":"https://rex.example/alien","overview":{"directors":["Ridley Scott"]},"performances":[]}]
      """;

  private static final FeedRecord.Cinema REX =
      new FeedRecord.Cinema(
          "c", "Rex", null, "Europe/London", "GB", "Elmet", "LS1 1AA", null, null, null, null);

  private static World.Run take(World world, String provider) {
    return world.take(
        new ClusterflickReader(),
        provider,
        Shrinking.ACCEPTED,
        List.of(World.part(VENUE.getBytes(UTF_8))),
        REX,
        Instant.parse("2026-03-20T00:00:00Z"));
  }

  @Test
  void directors_of_an_older_home_are_not_known_until_a_feed_has_them() throws Exception {
    TestDatabase test = before(8);
    try (Connection connection = test.connect();
        Statement statement = connection.createStatement()) {
      for (String provider : List.of("alpha", "beta")) {
        statement.execute(
            """
            update revision set n = 7, changes_after = 7;
            insert into provider (name, observed_at, last_feed_at) values ('%1$s', '2026-03-19Z', '2026-03-19Z');
            insert into film_word (id, provider_id, external_id, title, sort_key, title_key, title_name, plain, judged,
                record_id, record_born, born, written)
              select '%2$s', id, 'Alien <https://rex.example/alien>', 'Alien', 'alien', 'alien', 'alien', true, true,
                '%2$s', 1, 1, 1 from provider where name = '%1$s';
            insert into film (id, provider_id, external_id, title, sort_key)
              select id, provider_id, external_id, title, sort_key from film_word where id = '%2$s'
            """
                .formatted(
                    provider,
                    RecordId.maker().of(Kind.FILM, provider, "Alien <https://rex.example/alien>")));
      }
    }
    try (World world = World.on(Database.open(MigratedDatabase.address(test)))) {
      assertThat(world.listings().films(null, 10).records()).hasSize(2);
      assertThat(take(world, "alpha").tally().of(Kind.FILM).unchanged()).isEqualTo(1);
      assertThat(world.listings().films(null, 10).records()).hasSize(2);
      assertThat(take(world, "beta").tally().of(Kind.FILM).unchanged()).isEqualTo(1);
      assertThat(world.listings().films(null, 10).records()).hasSize(1);
    }
  }
}
