package org.marquee.store.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.marquee.ingest.World;
import org.marquee.listing.ChangeSource.Announcements;
import org.marquee.store.run.PostgresSources;
import org.marquee.store.sql.Sql;

/// Commits are announced. Without an announcement these tests time out.
@NullMarked
class AnnouncementsTest {
  private static final Duration FOREVER = Duration.ofHours(1);
  private static final long SECONDS = 60;

  private final World world = World.fresh();
  private final ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor();
  private final Announcements announcements = new PostgresChanges(world.database()).announcements();

  @AfterEach
  void close() {
    announcements.close();
    waiting.close();
    world.close();
  }

  private Future<?> hear() {
    return waiting.submit(() -> {
      announcements.await(FOREVER);
      return null;
    });
  }

  private void commit(int day) {
    world.full(
        "2026-03-%dT06:00:00Z".formatted(day),
        "{\"type\":\"film\",\"externalId\":\"f%d\",\"title\":\"Solaris\"}".formatted(day));
  }

  private long listening() throws SQLException {
    try (Connection connection = world.database().connect()) {
      return Sql.of(
              "select count(*) from pg_stat_activity where query ilike 'listen %' and datname = current_database()")
          .number(connection);
    }
  }

  private void killListeners() throws SQLException {
    try (Connection connection = world.database().connect()) {
      Sql.of(
              """
              select pg_terminate_backend(pid, 10000) from pg_stat_activity
              where query ilike 'listen %' and datname = current_database()
              """)
          .list(connection, row -> row.getBoolean(1));
    }
  }

  @Test
  void an_import_is_announced_to_one_who_waits() throws Exception {
    Future<?> heard = hear();
    commit(20);
    heard.get(SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void the_removal_of_a_provider_is_announced() throws Exception {
    commit(20);
    hear().get(SECONDS, TimeUnit.SECONDS);
    Future<?> heard = hear();
    new PostgresSources(world.database()).remove(World.PROVIDER);
    heard.get(SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void what_was_announced_while_nobody_waited_is_heard_at_once() throws Exception {
    commit(20);
    hear().get(SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void without_an_announcement_patience_ends() throws Exception {
    announcements.await(Duration.ofMillis(20));
    announcements.await(Duration.ZERO);
    assertThat(listening()).isEqualTo(1);
  }

  @Test
  void after_the_connection_was_lost_later_commits_are_heard_again() throws Exception {
    commit(20);
    hear().get(SECONDS, TimeUnit.SECONDS);
    killListeners();
    assertThat(listening()).isZero();
    announcements.await(Duration.ofMillis(20));
    // The connection is back, and missed changes are requested at once.
    hear().get(SECONDS, TimeUnit.SECONDS);
    assertThat(listening()).isEqualTo(1);
    Future<?> heard = hear();
    commit(21);
    heard.get(SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void closing_ends_the_waiting() throws Exception {
    Future<?> heard = hear();
    announcements.close();
    heard.get(SECONDS, TimeUnit.SECONDS);
    announcements.await(FOREVER);
  }
}
