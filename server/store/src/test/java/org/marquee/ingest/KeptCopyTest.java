package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.Rounds;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.ListedRecord;
import org.marquee.listing.Showtime;
import org.marquee.store.read.NotedCopy;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.run.PostgresSources;

/// A copy that gets only changes, and one that gets everything. After random feeds of two providers
/// both equal the answers of the reader.
@NullMarked
class KeptCopyTest {
  private static final long SEED = Long.getLong("marquee.model.seed", 20261121);
  private static final int ALL = Integer.MAX_VALUE;

  /// In the middle of what the feeds list.
  private static final Instant HORIZON = Instant.parse("2025-03-30T12:00:00Z");

  private static void take(World world, String provider, ModelFeed feed) {
    world.take(
        provider,
        feed.shrinkAccepted() ? Shrinking.ACCEPTED : Shrinking.REFUSED,
        feed.text().getBytes(UTF_8));
  }

  private static IntStream sequences() {
    return IntStream.range(0, Rounds.of(2));
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void a_copy_that_gets_changes_equals_one_that_gets_everything(int sequence) throws SQLException {
    SplittableRandom random = new SplittableRandom(SEED + sequence);
    RandomFeeds feeds = new RandomFeeds(random);
    try (World world = World.fresh()) {
      ChangeSource original = new PostgresChanges(world.database());
      NotedCopy kept = NotedCopy.of(original, Instant.EPOCH);
      NotedCopy near = NotedCopy.of(original, HORIZON);
      NotedCopy late = NotedCopy.of(original, Instant.EPOCH);
      StringBuilder story = new StringBuilder("seed " + (SEED + sequence));
      for (int number = 0; number < 20; number++) {
        String provider = feeds.one("north", "north", "south");
        if (random.nextInt(12) == 0) {
          story.append("\n\nremove ").append(provider);
          new PostgresSources(world.database()).remove(provider);
        } else {
          ModelFeed feed = feeds.next();
          story.append("\n\n").append(provider).append('\n').append(feed.text());
          take(world, provider, feed);
        }
        StoredRecords.assertConsistent(world);
        NotedCopy told = NotedCopy.of(original, Instant.EPOCH);
        kept.follow(original, Instant.EPOCH, ALL);
        assertThat(kept.edition().whole()).as(story.toString()).isFalse();
        same(kept, told, story);
        assertThat(told.records().values().stream().map(each -> (ListedRecord) each.record()))
            .as(story.toString())
            .containsExactlyInAnyOrderElementsOf(CopyOfChanges.all(world));
        near.follow(original, HORIZON, ALL);
        same(near, NotedCopy.of(original, HORIZON), story);
        if (random.nextInt(4) == 0) {
          late.follow(original, Instant.EPOCH, 60);
          same(late, told, story);
        }
      }
      assertThat(near.records()).isEqualTo(withoutBefore(kept.records()));
    }
  }

  private static void same(NotedCopy kept, NotedCopy told, StringBuilder story) {
    assertThat(kept.records()).as(story.toString()).isEqualTo(told.records());
    assertThat(kept.aliases()).isEqualTo(told.aliases());
    assertThat(kept.revision()).isEqualTo(told.revision());
    assertThat(kept.edition().newest()).isEqualTo(told.edition().newest());
    assertThat(kept.edition().madeAt()).isEqualTo(told.edition().madeAt());
  }

  private static Map<String, NotedCopy.Noted> withoutBefore(Map<String, NotedCopy.Noted> records) {
    return records.entrySet().stream()
        .filter(each ->
            !(each.getValue().record() instanceof Showtime showtime
                && showtime.startsAt().isBefore(HORIZON)))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, TreeMap::new));
  }

  @Test
  void nothing_is_missed_however_imports_and_tellings_interleave() throws Exception {
    try (World world = World.fresh();
        ExecutorService importing = Executors.newVirtualThreadPerTaskExecutor()) {
      ChangeSource original = new PostgresChanges(world.database());
      NotedCopy kept = NotedCopy.of(original, Instant.EPOCH);
      List<Future<?>> imports = new ArrayList<>();
      for (String provider : List.of("north", "south")) {
        imports.add(
            importing.submit(() -> {
              RandomFeeds feeds = new RandomFeeds(new SplittableRandom(SEED + provider.hashCode()));
              for (int number = 0; number < Rounds.of(15); number++) {
                take(world, provider, feeds.next());
              }
            }));
      }
      int single = 0;
      while (!imports.stream().allMatch(Future::isDone)) {
        long before = kept.revision().number();
        kept.follow(original, Instant.EPOCH, ALL);
        assertThat(kept.edition().whole()).isFalse();
        assertThat(kept.revision().number()).isGreaterThanOrEqualTo(before);
        if (kept.revision().number() == before + 1) {
          single++;
        }
        LockSupport.parkNanos(2_000_000); // leaves the processors to the imports
      }
      for (Future<?> each : imports) {
        each.get();
      }
      kept.follow(original, Instant.EPOCH, ALL);
      same(kept, NotedCopy.of(original, Instant.EPOCH), new StringBuilder("interleaved"));
      assertThat(single).as("updates between two imports").isPositive();
    }
  }

  @Test
  void an_import_that_only_confirms_sends_no_record() {
    try (World world = World.fresh()) {
      ChangeSource original = new PostgresChanges(world.database());
      String[] lines = {
        "{\"type\":\"film\",\"externalId\":\"f\",\"title\":\"Solaris\"}",
        "{\"type\":\"cinema\",\"externalId\":\"c\",\"name\":\"Rex\",\"timeZone\":\"Europe/London\",\"location\":{\"countryCode\":\"GB\",\"locality\":\"Town\",\"postcode\":\"W1 1AA\"}}",
        "{\"type\":\"showtime\",\"externalId\":\"s\",\"film\":\"f\",\"cinema\":\"c\",\"startsAt\":\"2026-04-01T20:00\",\"screen\":{\"name\":\"Screen 1\"}}"
      };
      world.full("2026-03-20T06:00:00Z", lines);
      NotedCopy kept = NotedCopy.of(original, Instant.EPOCH);
      world.full("2026-03-21T06:00:00Z", lines);
      kept.follow(original, Instant.EPOCH, 0);
      assertThat(kept.edition().whole()).isFalse();
      assertThat(kept.toldNow()).isEmpty();
      assertThat(kept.records()).hasSize(4);
      assertThat(kept.records().values().stream().map(each -> (ListedRecord) each.record()))
          .containsExactlyInAnyOrderElementsOf(CopyOfChanges.all(world));
      assertThat(Objects.requireNonNull(world.showtimes().getFirst()).provenance().observedAt())
          .isEqualTo(Instant.parse("2026-03-21T06:00:00Z"))
          .isAfter(Instant.EPOCH.plus(Duration.ofDays(1)));
    }
  }
}
