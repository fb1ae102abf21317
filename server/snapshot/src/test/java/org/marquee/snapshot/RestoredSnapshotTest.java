package org.marquee.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.marquee.files.checkpoint.UnusableCheckpoint;
import org.marquee.listing.Attributes;
import org.marquee.listing.ChangeSink;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Revision;
import org.marquee.listing.ShowtimeQuery;
import org.marquee.listing.Window;
import org.marquee.page.OutputBuffer;
import org.marquee.page.Pages;
import org.marquee.snapshot.record.Micros;

/// A snapshot from a file answers until the database has confirmed it, or a newer one is in memory.
@NullMarked
class RestoredSnapshotTest {
  private static final int DAYS = 7;

  @TempDir private Path folder;
  private final World world = new World(5);
  private final Database database = new Database();
  private Instant now = World.TODAY;

  /// A database that may be away, or wait before it copies.
  private final class Database implements ChangeSource {
    volatile boolean away;
    volatile boolean failed;
    volatile boolean copying;
    volatile boolean waiting;

    /// From where on each copy was; empty for a copy of everything.
    final List<Optional<Revision>> copies = new CopyOnWriteArrayList<>();

    private void reach() {
      if (away) {
        failed = true;
        throw new ListingsUnavailable("the database is away", null);
      }
    }

    @Override
    public Revision revision() {
      reach();
      return world.revision();
    }

    @Override
    public void copy(@Nullable Revision asked, Instant from, int most, ChangeSink sink) {
      copies.add(Optional.ofNullable(asked));
      copying = true;
      RestoredSnapshotTest.await(() -> !waiting);
      reach();
      world.copy(asked, from, most, sink);
      copying = false;
    }

    @Override
    public Announcements announcements() {
      return world.announcements();
    }
  }

  private SnapshotFile file() {
    return new SnapshotFile(folder.resolve("listings"), "1.0", "test");
  }

  /// Fills pages from the database, once.
  private SnapshotPages filled() {
    SnapshotPages pages = new SnapshotPages(System::nanoTime);
    try (SnapshotRefresher _ = refresher(pages, DAYS)) {
      await(() -> pages.isFilled() && pages.isCurrent());
    }
    return pages;
  }

  private SnapshotRefresher refresher(SnapshotPages pages, int daysBack) {
    database.copies.clear();
    return new SnapshotRefresher(pages, database, (InstantSource) () -> now, daysBack).start();
  }

  private SnapshotPages restored() throws IOException, UnusableCheckpoint {
    assertThat(file().write(filled(), World.TODAY)).isTrue();
    SnapshotPages pages = new SnapshotPages(System::nanoTime);
    file().read().show(pages, Duration.ofHours(1));
    assertThat(pages.isRestored()).isTrue();
    assertThat(pages.isCurrent()).isFalse();
    assertThat(pages.sinceAssured()).isGreaterThanOrEqualTo(Duration.ofHours(1));
    return pages;
  }

  private String showtimes(SnapshotPages pages) {
    return pages.inOneState(this::showtimes);
  }

  private String showtimes(Pages pages) {
    OutputBuffer out = new OutputBuffer(64).takeDetails();
    pages.showtimes(
        new ShowtimeQuery(
            new Window(World.TODAY, World.TODAY.plus(31, ChronoUnit.DAYS)),
            null,
            null,
            Attributes.NONE),
        null,
        10_000,
        out);
    pages.films(null, null, 1_000, out);
    pages.chains(null, 1_000, out);
    return new String(out.toBytes(), StandardCharsets.UTF_8) + pages.titles(null);
  }

  @Test
  void it_answers_while_the_database_is_away_and_is_confirmed_when_it_is_back()
      throws IOException, UnusableCheckpoint {
    String before = showtimes(filled());
    SnapshotPages pages = restored();
    database.away = true;
    try (SnapshotRefresher _ = refresher(pages, DAYS)) {
      assertThat(showtimes(pages)).isEqualTo(before);
      assertThat(pages.isRestored()).isTrue();
      database.away = false;
      await(pages::isCurrent);
      assertThat(pages.isRestored()).isFalse();
      assertThat(database.copies).as("nothing is newer").isEmpty();
      assertThat(showtimes(pages)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void the_file_answers_until_what_was_stored_since_is_in_memory(boolean anotherDatabase)
      throws IOException, UnusableCheckpoint {
    SnapshotPages pages = restored();
    String before = showtimes(pages);
    Revision saved = pages.revision();
    if (anotherDatabase) {
      world.replace();
    } else {
      world.change();
    }
    database.waiting = true;
    try (SnapshotRefresher _ = refresher(pages, DAYS)) {
      await(() -> database.copying);
      assertThat(showtimes(pages)).as("however slow the database is").isEqualTo(before);
      assertThat(pages.isRestored()).isTrue();
      assertThat(database.copies).first().isEqualTo(Optional.of(saved));
      database.waiting = false;
      await(pages::isCurrent);
      assertThat(showtimes(pages)).isEqualTo(showtimes(filled()));
    }
  }

  @Test
  void where_the_database_goes_away_while_it_is_copied_the_file_answers()
      throws IOException, UnusableCheckpoint {
    SnapshotPages pages = restored();
    String before = showtimes(pages);
    world.change();
    database.waiting = true;
    try (SnapshotRefresher _ = refresher(pages, DAYS)) {
      await(() -> database.copying);
      database.away = true;
      database.waiting = false;
      await(() -> database.failed);
      assertThat(showtimes(pages)).isEqualTo(before);
      assertThat(pages.isRestored()).isTrue();
      database.away = false;
      await(pages::isCurrent);
      assertThat(showtimes(pages)).isEqualTo(showtimes(filled()));
    }
  }

  @Test
  void days_that_have_passed_go_and_days_that_are_missing_are_read()
      throws IOException, UnusableCheckpoint {
    SnapshotPages pages = restored();
    now = World.TODAY.plus(3, ChronoUnit.DAYS);
    try (SnapshotRefresher _ = refresher(pages, DAYS)) {
      await(pages::isCurrent);
      assertThat(pages.current().contents().state().from()).isEqualTo(Micros.daysBefore(now, DAYS));
      // The clock is set back: the days that went are read again.
      now = World.TODAY.minus(2, ChronoUnit.DAYS);
      await(() -> pages.current().contents().state().from() == Micros.daysBefore(now, DAYS));
      assertThat(database.copies.getLast()).as("everything is read").isEmpty();
      assertThat(pages.current().contents().showtimes().count())
          .isEqualTo(filled().current().contents().showtimes().count());
    }
  }

  @Test
  void a_node_that_is_to_hold_more_days_reads_everything() throws IOException, UnusableCheckpoint {
    SnapshotPages pages = restored();
    try (SnapshotRefresher _ = refresher(pages, DAYS + 20)) {
      await(pages::isCurrent);
      assertThat(database.copies.getFirst()).isEmpty();
      await(() -> pages.current().contents().state().from() == Micros.daysBefore(now, DAYS + 20));
    }
  }

  private static void await(BooleanSupplier fact) {
    Instant end = Instant.now().plusSeconds(20);
    while (!fact.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(end);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
