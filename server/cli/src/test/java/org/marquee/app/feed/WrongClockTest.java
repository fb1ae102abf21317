package org.marquee.app.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.marquee.access.KeyRotation;
import org.marquee.app.home.Storage;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FilePart;
import org.marquee.feed.marquee.MarqueeReader;
import org.marquee.ingest.Import;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.notice.Code;
import org.marquee.notice.Report;
import org.marquee.retention.Retention;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.sql.Database;
import org.marquee.store.sql.MigratedDatabase;

/// A machine whose clock is four hundred days ahead of the database's, which is right.
@NullMarked
class WrongClockTest {
  private static final String BEHIND =
      """
      create schema behind;
      create function behind.clock_timestamp() returns timestamptz language sql
        as 'select pg_catalog.clock_timestamp() - interval ''400 days''';
      do $$ begin execute format(
        'alter database %I set search_path = behind, public, pg_catalog', current_database()); end $$\
      """;

  @TempDir Path home;
  private final Instant right = Instant.now().minus(Duration.ofDays(400));
  private Storage storage;

  @BeforeEach
  void setTheClockOfTheDatabaseBack() throws SQLException {
    var test = MigratedDatabase.create();
    try (Database database = MigratedDatabase.open(test);
        Connection connection = database.pool().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(BEHIND);
    }
    storage = Storage.of(home, MigratedDatabase.open(test));
    assertThat(storage.clock().instant()).isBetween(right, right.plusSeconds(3600));
  }

  @AfterEach
  void close() {
    storage.close();
  }

  @Test
  void a_feed_that_a_wrong_clock_dates_into_the_future_changes_nothing() throws IOException {
    Report ahead = imported(Instant.now());
    assertThat(Objects.requireNonNull(ahead.refusal()).code()).isEqualTo(Code.FEED_FROM_THE_FUTURE);
    assertThat(imported(right).result()).isEqualTo(Report.Result.APPLIED);
  }

  @Test
  void a_wrong_clock_deletes_nothing_too_early() throws IOException {
    Instant begun = right.minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
    String run = begun.toString().replaceAll("[-:]", "") + "-0123abcd";
    Path report = Files.createDirectories(home.resolve("reports")).resolve(run + ".json");
    Files.writeString(report, "{}");
    Path input = Files.createDirectories(home.resolve("runs").resolve(run));
    new Cleaning(storage, () -> Retention.USUAL).run();
    assertThat(report).exists();
    assertThat(input).exists();
  }

  @Test
  void a_key_that_is_valid_by_the_clock_of_the_database_can_be_rotated() {
    var book = new PostgresAccess(storage.database().pool());
    book.createOrganization("rex");
    String id = book.issueKey("rex", null, right.plus(Duration.ofDays(1))).orElseThrow().key().id();
    assertThat(book.rotateKey(id, Duration.ZERO, null)).isInstanceOf(KeyRotation.Rotated.class);
  }

  private Report imported(Instant observedAt) throws IOException {
    Path file = Files.createTempFile(home, "feed", ".ndjson");
    Files.writeString(
        file,
        """
        {"type":"feed","version":1,"mode":"full","observedAt":"%s"}
        {"type":"film","externalId":"f","title":"A Film"}
        """
            .formatted(observedAt));
    return storage
        .imports()
        .run(
            new Import.Order(
                new MarqueeReader(),
                new FeedSource(List.of(new FilePart(file)), observedAt, null),
                "rex",
                new Rules.Normal(Rules.Shrinking.REFUSED, Rules.Effect.COMMIT)));
  }
}
