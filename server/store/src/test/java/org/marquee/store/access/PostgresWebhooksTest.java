package org.marquee.store.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.marquee.access.Entitlement;
import org.marquee.listing.ChangeFeed.Breadth;
import org.marquee.listing.ChangeFilter;
import org.marquee.listing.Kind;
import org.marquee.store.access.PostgresWebhooks.Due;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;
import org.marquee.store.sql.Sql;

/// Which webhook a node takes.
@NullMarked
class PostgresWebhooksTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Database database = MigratedDatabase.open();
  private final PostgresWebhooks webhooks = new PostgresWebhooks(database);

  @BeforeEach
  void sell() {
    PostgresAccess book = new PostgresAccess(database.pool());
    book.createOrganization("lux");
    book.grant("lux", new Entitlement("unlimited", Instant.EPOCH, null));
    create("wh_1");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void create(String id) {
    ChangeFilter all =
        new ChangeFilter(EnumSet.allOf(Kind.class), null, null, null, Breadth.RECORDS);
    webhooks.create(id, "lux", "https://lux.example/hook", all, "whsec_1", "p");
  }

  @Test
  void what_another_node_is_taking_is_passed_over() throws Exception {
    create("wh_2");
    try (Connection other = database.connect("another node")) {
      other.setAutoCommit(false);
      Sql.of("select id from webhook where id = 'wh_1' for update")
          .list(other, row -> row.getString(1));
      Optional<Due> taken =
          CompletableFuture.supplyAsync(() -> webhooks.claim(HOUR, Set.of()))
              .get(20, TimeUnit.SECONDS);
      assertThat(taken).map(Due::id).hasValue("wh_2");
      other.rollback();
    }
  }

  private Due take() {
    return webhooks.claim(Duration.ZERO, Set.of()).orElseThrow();
  }

  private void anHourLater() throws SQLException {
    try (Connection connection = database.pool().getConnection()) {
      Sql.of(
              "update webhook set due_at = due_at - interval '1 hour', failing_since = failing_since - interval '1 hour'")
          .run(connection);
    }
  }

  @Test
  void failures_count_from_the_first_one_until_something_was_taken() throws SQLException {
    webhooks.failed(take(), "it answered 500", HOUR);
    anHourLater();
    Due second = take();
    webhooks.failed(second, "it answered 500", HOUR);
    anHourLater();
    Due third = take();
    assertThat(third.attempts()).isEqualTo(2);
    // Both pauses count. The moments between the due time and the claim do not.
    assertThat(Duration.between(third.failingSince(), second.failingSince()))
        .isCloseTo(HOUR, Duration.ofMinutes(5));
    webhooks.advance(third, "q", null, Instant.now());
    Due well = take();
    assertThat(well.attempts()).isZero();
    assertThat(well.failingSince()).isNull();
    webhooks.failed(well, "it answered 500", HOUR);
    assertThat(webhooks.claim(HOUR, Set.of())).as("it is tried when it is due").isEmpty();
  }
}
