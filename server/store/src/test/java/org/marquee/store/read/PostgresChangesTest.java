package org.marquee.store.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Film;
import org.marquee.listing.Kind;
import org.marquee.listing.Revision;
import org.marquee.retention.RetentionLimit;
import org.marquee.store.run.PostgresCleaning;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.Sql;

/// Which changes a copy gets, and when it gets everything.
@NullMarked
class PostgresChangesTest {
  private static final int ALL = Integer.MAX_VALUE;

  private final World world = World.fresh();
  private final ChangeSource original = new PostgresChanges(world.database());

  @AfterEach
  void close() {
    world.close();
  }

  private static String film(String externalId, String title) {
    return "{\"type\":\"film\",\"externalId\":\"%s\",\"title\":\"%s\"}"
        .formatted(externalId, title);
  }

  private void run(String statement) throws SQLException {
    run(world.database(), statement);
  }

  private static void run(Database database, String text) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private static long number(Database database, String query) throws SQLException {
    try (Connection connection = database.connect()) {
      return Sql.of(query).number(connection);
    }
  }

  private NotedCopy follow(NotedCopy copy) {
    return copy.follow(original, Instant.EPOCH, ALL);
  }

  private NotedCopy told() {
    return NotedCopy.of(original, Instant.EPOCH);
  }

  private static Set<String> titles(NotedCopy copy) {
    return copy.records(Set.of(Kind.FILM)).values().stream()
        .map(each -> ((Film) each.record()).title())
        .collect(Collectors.toSet());
  }

  @Test
  void an_empty_database_is_sent_as_a_whole() {
    NotedCopy copy = told();
    assertThat(copy.edition().whole()).isTrue();
    assertThat(copy.revision()).isEqualTo(original.revision());
    assertThat(copy.records()).isEmpty();
  }

  @Test
  void only_changes_are_sent() {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"), film("b", "Brazil"));
    NotedCopy copy = told();
    world.full("2026-03-21T06:00:00Z", film("a", "Alien"), film("b", "Babel"), film("c", "Carol"));
    follow(copy);
    assertThat(copy.edition().whole()).isFalse();
    assertThat(copy.toldNow()).hasSize(2);
    assertThat(titles(copy)).containsExactlyInAnyOrder("Alien", "Babel", "Carol");
    world.full("2026-03-22T06:00:00Z", film("b", "Babel"));
    follow(copy);
    assertThat(copy.toldNow()).hasSize(2);
    assertThat(titles(copy)).containsExactly("Babel");
  }

  @Test
  void more_changes_than_asked_for_are_sent_as_a_whole() {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"));
    NotedCopy copy = told();
    world.full("2026-03-21T06:00:00Z", film("a", "Alien"), film("b", "Babel"), film("c", "Carol"));
    assertThat(copy.follow(original, Instant.EPOCH, 2).edition().whole()).isFalse();
    world.full("2026-03-22T06:00:00Z", film("d", "Diva"), film("e", "Eden"), film("f", "Fargo"));
    assertThat(copy.follow(original, Instant.EPOCH, 2).edition().whole()).isTrue();
    assertThat(copy.records()).isEqualTo(told().records());
  }

  @Test
  void another_epoch_or_a_revision_from_the_future_is_sent_as_a_whole() throws SQLException {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"));
    NotedCopy copy = told();
    assertThat(follow(copy).edition().whole()).isFalse();
    run("update revision set epoch = gen_random_uuid()");
    assertThat(follow(copy).edition().whole()).isTrue();
    assertThat(copy.revision()).isEqualTo(original.revision());
    run("update revision set n = n - 1");
    assertThat(follow(copy).edition().whole()).isTrue();
  }

  @Test
  void a_revision_that_was_given_out_twice_is_sent_as_a_whole() throws SQLException {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"));
    NotedCopy stranger = told();
    NotedCopy copy = told();
    Revision other = new Revision(copy.revision().epoch(), 1, UUID.randomUUID());
    assertThat(follow(copy).edition().whole()).isFalse();
    original.copy(other, Instant.EPOCH, ALL, stranger);
    assertThat(stranger.edition().whole()).isTrue();
    world.full("2026-03-21T06:00:00Z", film("a", "Aliens"));
    original.copy(other, Instant.EPOCH, ALL, stranger);
    assertThat(stranger.edition().whole()).isTrue();
    assertThat(follow(copy).edition().whole()).isFalse();
    assertThat(copy.records()).isEqualTo(stranger.records());
  }

  @Test
  void a_commit_during_an_update_comes_with_the_next_one() {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"));
    Revision before = original.revision();
    NotedCopy copy =
        new NotedCopy(
            () -> world.full("2026-03-21T06:00:00Z", film("b", "Babel"), film("c", "Carol")));
    original.copy(null, Instant.EPOCH, ALL, copy);
    assertThat(copy.revision()).isEqualTo(before);
    assertThat(titles(copy)).containsExactly("Alien");
    follow(copy);
    assertThat(copy.edition().whole()).isFalse();
    assertThat(titles(copy)).containsExactlyInAnyOrder("Babel", "Carol");
  }

  @Test
  void a_copy_from_before_the_log_begins_gets_everything() throws SQLException {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"));
    NotedCopy first = told();
    world.full("2026-03-21T06:00:00Z", film("a", "Aliens"));
    NotedCopy second = told();
    world.full("2026-03-22T06:00:00Z", film("a", "Alien 3"));
    PostgresCleaning cleaning = new PostgresCleaning(world.database());
    run("update revision_at set made_at = made_at - interval '31 days' where n <= 2");
    RetentionLimit month = new RetentionLimit(Duration.ofDays(30), Long.MAX_VALUE);
    assertThat(cleaning.cleanChanges(month, Instant.now())).isPositive();
    assertThat(cleaning.cleanChanges(month, Instant.now())).isZero();
    assertThat(number(world.database(), "select min(n) from change")).isEqualTo(3);
    assertThat(number(world.database(), "select min(n) from revision_at")).isEqualTo(3);
    assertThat(follow(first).edition().whole()).isTrue();
    assertThat(follow(second).edition().whole()).isFalse();
    assertThat(titles(first)).containsExactly("Alien 3");
    assertThat(second.records()).isEqualTo(first.records());
  }

  @Test
  void a_log_that_is_too_long_loses_its_beginning_but_no_half_of_a_revision() throws SQLException {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"), film("b", "Babel"));
    world.full("2026-03-21T06:00:00Z", film("a", "Aliens"), film("b", "Brazil"));
    PostgresCleaning cleaning = new PostgresCleaning(world.database());
    cleaning.cleanChanges(new RetentionLimit(null, 4), Instant.now());
    assertThat(number(world.database(), "select count(*) from change")).isEqualTo(4);
    cleaning.cleanChanges(new RetentionLimit(null, 1), Instant.now());
    assertThat(number(world.database(), "select count(*) from change where n = 2")).isEqualTo(2);
    assertThat(number(world.database(), "select count(*) from change where n = 1")).isZero();
    assertThat(number(world.database(), "select changes_after from revision")).isEqualTo(1);
  }

  @Test
  void a_refused_feed_and_one_that_changes_nothing_leave_no_trace() throws SQLException {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"));
    long logged = number(world.database(), "select count(*) from change");
    Revision before = original.revision();
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"));
    assertThat(world.full("2026-03-19T06:00:00Z", film("b", "Babel")).report().refusal())
        .isNotNull();
    assertThat(original.revision()).isEqualTo(before);
    assertThat(number(world.database(), "select count(*) from change")).isEqualTo(logged);
    assertThat(number(world.database(), "select count(*) from revision_at")).isEqualTo(1);
  }

  @Test
  void what_only_an_observation_changed_is_logged_as_that() throws SQLException {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"), film("b", "Babel"));
    world.delta("2026-03-21T06:00:00Z", film("a", "Alien"), film("b", "Brazil"));
    // What several statements wrote stands here several times.
    String logged =
        """
        select count(*) from (
          select bool_and(what = '=') as observed from change where n = 2 group by id) c where observed is %s
        """;
    assertThat(number(world.database(), logged.formatted(true))).isEqualTo(1);
    assertThat(number(world.database(), logged.formatted(false))).isEqualTo(1);
  }

  @Test
  void all_calls_in_one_state_see_the_same() {
    world.full("2026-03-20T06:00:00Z", film("a", "Alien"));
    Revision before = original.revision();
    Revision seen =
        new PostgresListings(world.database().pool())
            .inOneState(pages -> {
              assertThat(pages.revision()).isEqualTo(before);
              world.full("2026-03-21T06:00:00Z", film("b", "Babel"));
              assertThat(pages.revision()).isEqualTo(before);
              List<Film.Titles> films = pages.inOneState(same -> same.titles(null));
              assertThat(films)
                  .extracting(each -> each.titles().getFirst())
                  .containsExactly("Alien");
              return pages.revision();
            });
    assertThat(seen).isEqualTo(before);
    assertThat(world.listings().revision().number()).isEqualTo(before.number() + 1);
    assertThat(world.listings().films()).extracting(Film::title).containsExactly("Babel");
  }
}
