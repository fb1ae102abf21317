package org.marquee.access.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.marquee.access.AccessUnavailable;

@NullMarked
class UsageMeterTest {
  private static final Instant HOUR = Instant.parse("2026-10-31T23:00:00Z");

  private final Shelf shelf = new Shelf();
  private Instant now = HOUR;
  private final UsageMeter meter = new UsageMeter(() -> now, route -> route.substring(1));

  /// A ledger in memory, which may be away.
  private static final class Shelf implements UsageLedger {
    private final List<UsageRow> rows = new ArrayList<>();
    private boolean away;
    private boolean isUnconfirmed;
    private long last;

    @Override
    public void add(long number, Collection<UsageRow> more) {
      if (!away && number > last) {
        last = number;
        rows.addAll(more);
      }
      if (away || isUnconfirmed) {
        throw new AccessUnavailable("away", new IllegalStateException());
      }
    }

    @Override
    public List<Sum> days(String organization, String keyId, Instant from, Instant until) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Sum> sum(@Nullable String organization, Instant from, Instant until, By... by) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void each_kind_of_answer_has_its_count() {
    for (int status : List.of(200, 304, 400, 404, 429, 500)) {
      meter.answered("rex", "key_1", "/films", status);
      meter.sent("rex", "key_1", "/films", 100);
    }
    meter.answered("rex", "key_2", "/films", 200);
    meter.save(shelf);
    assertThat(shelf.rows)
        .containsExactlyInAnyOrder(
            new UsageRow("rex", "key_1", "films", HOUR, new UsageCounts(6, 600, 1, 1, 3)),
            new UsageRow("rex", "key_2", "films", HOUR, new UsageCounts(1, 0, 0, 0, 0)));
  }

  @Test
  void what_was_saved_is_not_saved_again() {
    meter.answered("rex", "key_1", "/films", 200);
    meter.save(shelf);
    meter.save(shelf);
    savesOnlyTheNextAnswer();
  }

  @Test
  void an_answer_belongs_to_the_hour_in_which_it_was_given_however_late_it_is_saved() {
    meter.answered("rex", "key_1", "/films", 200);
    now = HOUR.plus(Duration.ofHours(1));
    meter.answered("rex", "key_1", "/films", 200);
    shelf.away = true;
    assertThatThrownBy(() -> meter.save(shelf)).isInstanceOf(AccessUnavailable.class);
    now = HOUR.plus(Duration.ofHours(40));
    shelf.away = false;
    meter.save(shelf);
    assertThat(shelf.rows)
        .extracting(UsageRow::hour)
        .containsExactlyInAnyOrder(HOUR, HOUR.plus(Duration.ofHours(1)));
  }

  @Test
  void what_was_saved_but_not_confirmed_is_not_saved_again() {
    meter.answered("rex", "key_1", "/films", 200);
    shelf.isUnconfirmed = true;
    assertThatThrownBy(() -> meter.save(shelf)).isInstanceOf(AccessUnavailable.class);
    shelf.isUnconfirmed = false;
    savesOnlyTheNextAnswer();
  }

  private void savesOnlyTheNextAnswer() {
    meter.answered("rex", "key_1", "/films", 304);
    meter.save(shelf);
    assertThat(shelf.rows)
        .extracting(UsageRow::counts)
        .containsExactly(new UsageCounts(1, 0, 0, 0, 0), new UsageCounts(1, 0, 1, 0, 0));
  }

  @Test
  void bytes_of_an_answer_that_ends_in_an_outage_of_hours_are_saved_after_it() {
    meter.answered("rex", "key_1", "/films", 200);
    meter.save(shelf);
    now = HOUR.plus(Duration.ofHours(1));
    meter.sent("rex", "key_1", "/films", 100);
    shelf.away = true;
    now = HOUR.plus(Duration.ofHours(5));
    assertThatThrownBy(() -> meter.save(shelf)).isInstanceOf(AccessUnavailable.class);
    shelf.away = false;
    meter.save(shelf);
    assertThat(shelf.rows.getLast().counts()).isEqualTo(new UsageCounts(0, 100, 0, 0, 0));
  }

  @Test
  void what_cannot_be_stored_for_two_days_is_forgotten() {
    meter.answered("rex", "key_1", "/films", 200);
    shelf.away = true;
    now = HOUR.plus(Duration.ofHours(49));
    assertThatThrownBy(() -> meter.save(shelf)).isInstanceOf(AccessUnavailable.class);
    shelf.away = false;
    meter.save(shelf);
    assertThat(shelf.rows).isEmpty();
  }

  @Test
  void many_threads_lose_nothing_while_it_is_saved() {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int thread = 0; thread < 4; thread++) {
        threads.execute(() -> {
          for (int number = 0; number < 20_000; number++) {
            meter.answered("rex", "key_" + number % 3, "/films", 200);
          }
        });
      }
      for (int round = 0; round < 50; round++) {
        meter.save(shelf);
      }
    }
    meter.save(shelf);
    assertThat(shelf.rows.stream().mapToLong(row -> row.counts().requests()).sum())
        .isEqualTo(80_000);
  }
}
