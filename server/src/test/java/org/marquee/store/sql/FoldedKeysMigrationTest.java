package org.marquee.store.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.mapped.MappedReader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.ingest.World;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Position;
import org.marquee.listing.RecordId;

/// A home from when folding dropped the marks of all letters: `Мой` and `Мои` were one film there,
/// and one showing.
@NullMarked
class FoldedKeysMigrationTest {
  private static final FeedRecord.Cinema REX =
      new FeedRecord.Cinema(
          "c", "Йорк", null, "Europe/London", "GB", "Elmet", "LS1 1AA", null, null, null, null);

  private static final String MAPPING =
      """
      about: a programme without ids
      format: csv
      csv: {separator: ;}
      records:
        - kind: film
          once: true
          fields: {title: Film}
        - kind: showtime
          fields: {title: Film, startsAt: Start, screenName: Screen}
      """;

  private static final String FEED =
      """
      Film;Start;Screen
      Alien;2026-04-01T18:00:00;Большой
      Мой;2026-04-01T19:00:00;
      Мои;2026-04-01T19:00:00;
      Йога;2026-04-01T21:00:00;Большой
      Pelé;2026-04-01T22:00:00;2
      """;

  @TempDir Path folder;

  private static String id(Kind kind, String... externalId) {
    return RecordId.maker().of(kind, World.PROVIDER, externalId);
  }

  private static String showtime(String start, String screen, String film) {
    return id(Kind.SHOWTIME, "c/2026-04-01T" + start + ":00:00/" + screen + "/" + film);
  }

  private TestDatabase old() throws Exception {
    TestDatabase test = SourceRecordsMigrationTest.before(9);
    try (Connection connection = test.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          update revision set n = 7, changes_after = 7;
          insert into provider (name, observed_at, last_feed_at) values ('tester', '2026-03-19Z', '2026-03-19Z');
          insert into cinema_word (id, provider_id, external_id, name, sort_key, time_zone, country_code, locality,
              postcode, postcode_key, search_text, record_id, record_born, born, written, judged)
            select '%1$s', id, 'c', 'Йорк', 'иорк', 'Europe/London', 'GB', 'Elmet', 'LS1 1AA', 'ls11aa',
              E'иорк\\nelmet\\nls1 1aa\\nls11aa', '%1$s', 1, 1, 1, true from provider;
          insert into cinema (id, provider_id, external_id, name, sort_key, time_zone, country_code, locality,
              postcode, postcode_key, search_text)
            select id, provider_id, external_id, name, sort_key, time_zone, country_code, locality,
              postcode, postcode_key, search_text from cinema_word;
          insert into programme (cinema_id, provider_id, observed_at, last_feed_at)
            select '%1$s', id, '2026-03-19Z', '2026-03-19Z' from provider;
          insert into screen (id, provider_id, cinema_id, external_id, name, folded_name, sort_key, inventory)
            select '%2$s', id, '%1$s', 'большои', 'Большой', 'большои', 'большои', false from provider
            union all select '%3$s', id, '%1$s', '2', '2', '2', '12', false from provider
          """
              .formatted(
                  id(Kind.CINEMA, "c"),
                  id(Kind.SCREEN, "c", "большои"),
                  id(Kind.SCREEN, "c", "2")));
      show(statement, "Alien", "alien", "18", "Большой", "большои");
      show(statement, "Мои", "мои", "19", "", "");
      show(statement, "Йога", "иога", "21", "Большой", "большои");
      show(statement, "Pelé", "pele", "22", "2", "2");
    }
    return test;
  }

  private static void show(
      Statement statement, String title, String key, String hour, String screen, String screenKey)
      throws SQLException {
    statement.execute(
        """
        insert into film_word (id, provider_id, external_id, title, sort_key, title_key, title_name, plain, judged,
            record_id, record_born, born, written)
          select '%1$s', id, '%2$s', '%3$s', '%2$s', '%2$s', '%2$s', true, true, '%1$s', 1, 1, 1 from provider;
        insert into film (id, provider_id, external_id, title, sort_key)
          select id, provider_id, external_id, title, sort_key from film_word where id = '%1$s';
        insert into showtime (id, starts_at, provider_id, offset_minutes, attribute_mask, film_id, cinema_id,
            external_id, screen_id, screen_name)
          select '%4$s', '2026-04-01T%5$s:00:00+01:00', id, 60, 0, '%1$s', '%6$s',
            'c/2026-04-01T%5$s:00:00/%7$s/%2$s', nullif('%8$s', '%9$s'), nullif('%7$s', '')
          from provider
        """
            .formatted(
                id(Kind.FILM, key),
                key,
                title,
                showtime(hour, screen, key),
                hour,
                id(Kind.CINEMA, "c"),
                screen,
                id(Kind.SCREEN, "c", screenKey),
                id(Kind.SCREEN, "c", "")));
  }

  private World.Run take(World world) throws IOException {
    Path mapping = folder.resolve("mapping.yaml");
    Files.writeString(mapping, MAPPING);
    FeedReader reader = MappedReader.of(mapping);
    return world.take(
        reader,
        World.PROVIDER,
        Shrinking.REFUSED,
        List.of(World.part(FEED.getBytes(UTF_8))),
        REX,
        Instant.parse("2026-03-20T00:00:00Z"));
  }

  /// All published records without ids: a line for each showtime, and the films, cinemas and
  /// screens in their order.
  private static List<String> content(World world) {
    List<String> content = new ArrayList<>();
    Map<String, String> titles = new TreeMap<>();
    for (Film film : world.listings().films(null, 100).records()) {
      titles.put(film.id(), film.title());
      content.add(film.title());
    }
    world.showtimes().stream()
        .map(show -> show.startsAt() + " " + titles.get(show.filmId()) + " " + show.screenName())
        .sorted()
        .forEach(content::add);
    world
        .listings()
        .screens(id(Kind.CINEMA, "c"), null, 100)
        .records()
        .forEach(screen -> content.add(screen.name()));
    return content;
  }

  @Test
  void an_old_home_gets_its_letters_back_and_keeps_all_other_ids() throws Exception {
    TestDatabase test = old();
    try (World world = World.on(Database.open(MigratedDatabase.address(test)));
        World fresh = World.fresh()) {
      assertThat(rows(world, "select sort_key from film order by sort_key"))
          .containsExactly("alien", "pele", "йога", "мои");
      assertThat(rows(world, "select split_part(search_text, E'\\n', 1) from cinema"))
          .containsExactly("йорк");
      assertThat(
              rows(
                  world, "select concat_ws(' ', kind, what, n) from change where n = 8 order by 1"))
          .as("followers get the differences only")
          .containsExactly("cinema ~ 8", "film ~ 8", "screen ~ 8");
      assertThat(
              world
                  .listings()
                  .films(new Position.ByName("иога", id(Kind.FILM, "иога")), 9)
                  .records())
          .as("a cursor from before stays valid")
          .hasSize(2);
      assertThat(take(world).report().notices()).as("nothing is merged").isEmpty();
      take(fresh);
      assertThat(content(world)).isEqualTo(content(fresh)).hasSize(12);

      Map<String, String> films =
          world.listings().films(null, 9).records().stream()
              .collect(Collectors.toMap(Film::title, Film::id));
      assertThat(films)
          .containsEntry("Alien", id(Kind.FILM, "alien"))
          .containsEntry("Pelé", id(Kind.FILM, "pele"))
          .containsEntry("Мои", id(Kind.FILM, "мои"))
          .containsEntry("Мой", id(Kind.FILM, "мой"))
          .as("a film with a new key stays the same record")
          .containsEntry("Йога", id(Kind.FILM, "иога"));
      assertThat(world.showtimes())
          .extracting(show -> show.id())
          .as("showings keep their ids although their film has a new one")
          .contains(
              showtime("18", "Большой", "alien"),
              showtime("19", "", "мои"),
              showtime("21", "Большой", "иога"),
              showtime("22", "2", "pele"));
      assertThat(world.listings().screens(id(Kind.CINEMA, "c"), null, 9).records())
          .extracting(screen -> screen.id())
          .containsExactlyInAnyOrder(id(Kind.SCREEN, "c", "большои"), id(Kind.SCREEN, "c", "2"));
      assertThat(take(world).tally().total().unchanged()).isEqualTo(11);
    }
  }

  private static List<String> rows(World world, String query) throws SQLException {
    try (Connection connection = world.database().pool().getConnection()) {
      return Sql.of(query).list(connection, row -> row.getString(1));
    }
  }
}
