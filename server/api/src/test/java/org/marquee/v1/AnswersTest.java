package org.marquee.v1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.access.Gate;
import org.marquee.http.message.Parameter;
import org.marquee.ingest.World;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.read.PostgresListings;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.changes.Followers;
import org.marquee.v1.declaration.Operation;
import org.marquee.v1.operation.ListProgramme;
import org.marquee.v1.operation.ListShowtimes;
import org.marquee.v1.operation.Operations;

/// Where answers come from.
@NullMarked
class AnswersTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-20T09:00:00Z"));
  private static final Operation FILMS =
      Operations.ALL.stream()
          .filter(each -> each.id().equals("listFilms"))
          .findFirst()
          .orElseThrow();
  private static final List<Parameter> WINDOW =
      List.of(
          new Parameter("startsAfter", "2026-02-01T00:00Z"),
          new Parameter("startsBefore", "2026-02-02T00:00Z"));
  private static final List<Parameter> DAY =
      List.of(new Parameter("filmId", "fi_none"), new Parameter("date", "2026-02-01"));

  @Test
  void without_a_snapshot_nothing_is_answered_also_of_days_that_only_the_database_has() {
    try (World world = World.fresh();
        ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor()) {
      SnapshotPages memory = new SnapshotPages(System::nanoTime);
      try (Followers followers =
          new Followers(
              new PostgresChangeFeed(world.database().pool()),
              memory,
              new Gate(CLOCK, System::nanoTime),
              new Gateway.BuiltIn(),
              reading)) {
        PostgresListings stored = new PostgresListings(world.database().pool());
        Answers answers = new Answers(memory, stored, followers, CLOCK);
        assertThat(answers.answer(FILMS, "", List.of()))
            .isInstanceOf(Answers.Outcome.Unavailable.class);
        assertThat(answers.answer(ListShowtimes.OPERATION, "", WINDOW))
            .isInstanceOf(Answers.Outcome.Unavailable.class);
        assertThatThrownBy(answers::films).isInstanceOf(ListingsUnavailable.class);
        assertThatThrownBy(answers::revision).isInstanceOf(ListingsUnavailable.class);
        new SnapshotRefresher(memory, new PostgresChanges(world.database()), CLOCK, 7).refresh();
        assertThat(answers.answer(FILMS, "", List.of())).satisfies(this::isAnswered);
        assertThat(answers.answer(ListShowtimes.OPERATION, "", WINDOW)).satisfies(this::isAnswered);
        assertThat(answers.answer(ListProgramme.OPERATION, "", DAY)).satisfies(this::isAnswered);
        assertThat(answers.films()).isEmpty();
      }
    }
  }

  private void isAnswered(Answers.Outcome outcome) {
    assertThat(outcome).isInstanceOf(Answers.Outcome.Answered.class);
  }
}
