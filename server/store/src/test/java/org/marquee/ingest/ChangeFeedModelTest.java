package org.marquee.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.marquee.Rounds;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.Kind;
import org.marquee.listing.ListedRecord;
import org.marquee.store.read.NotedCopy;
import org.marquee.store.read.PostgresChangeFeed;
import org.marquee.store.read.PostgresChanges;

/// Copies that began with the lists end with the records of the lists: those of followers, which
/// never hold a reference that does not resolve, and those that a node keeps. The steps are random
/// imports, merges, splits, undone imports, removed providers, and imports that are killed or
/// rolled back.
@NullMarked
class ChangeFeedModelTest {
  private static final long SEED = Long.getLong("marquee.model.seed", 20261122);
  private static final int STEPS = Integer.getInteger("marquee.model.steps", 15);
  private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);

  /// In the middle of what the feeds list.
  private static final Instant HORIZON = Instant.parse("2025-03-30T12:00:00Z");

  private final List<String> steps = new ArrayList<>();

  private static IntStream sequences() {
    return IntStream.range(0, Rounds.of(2));
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void followers_hold_what_the_lists_say(int sequence) throws Exception {
    SplittableRandom random = new SplittableRandom(SEED + sequence);
    try (World world = World.fresh()) {
      RandomSteps next = new RandomSteps(world, random);
      ChangeFeed feed = new PostgresChangeFeed(world.database().pool());
      CopyOfChanges prompt = new CopyOfChanges(feed, world, ALL).prompt();
      List<CopyOfChanges> slow = new ArrayList<>();
      for (int limit = 1; limit < 5; limit++) {
        slow.add(new CopyOfChanges(feed, world, ALL));
      }
      slow.add(new CopyOfChanges(feed, world, EnumSet.of(Kind.FILM, Kind.SHOWTIME)));
      slow.add(new CopyOfChanges(feed, world, EnumSet.of(Kind.CHAIN)));
      ChangeSource original = new PostgresChanges(world.database());
      NotedCopy kept = NotedCopy.of(original, Instant.EPOCH);
      NotedCopy near = NotedCopy.of(original, HORIZON);
      NotedCopy late = NotedCopy.of(original, Instant.EPOCH);
      for (int step = 0; step < STEPS; step++) {
        steps.add(next.step());
        Map<String, ListedRecord> now = CopyOfChanges.listed(world);
        NotedCopy told = NotedCopy.of(original, Instant.EPOCH);
        assertThat(
                told.records(EnumSet.of(Kind.SHOWTIME)).values().stream()
                    .map(NotedCopy.Noted::record))
            .as("%s", steps)
            .containsExactlyInAnyOrderElementsOf(world.showtimes(100));
        same(kept.follow(original, Instant.EPOCH, Integer.MAX_VALUE), told, steps);
        assertThat(kept.edition().whole()).as("%s", steps).isFalse();
        if (random.nextInt(3) == 0) {
          same(
              near.follow(original, HORIZON, Integer.MAX_VALUE),
              NotedCopy.of(original, HORIZON),
              steps);
        }
        if (random.nextInt(4) == 0) {
          same(late.follow(original, Instant.EPOCH, 60), told, steps);
        }
        prompt.follow(1 + random.nextInt(1000), now);
        for (CopyOfChanges each : slow) {
          if (random.nextInt(3) == 0) {
            each.follow(1 + random.nextInt(4), random.nextInt(30), now);
          }
        }
        if (random.nextInt(10) == 0) {
          slow.add(new CopyOfChanges(feed, world, ALL));
        }
      }
      Map<String, ListedRecord> now = CopyOfChanges.listed(world);
      for (CopyOfChanges each : slow) {
        each.follow(1 + random.nextInt(3), now);
        each.assertNoneToldTwice(world);
      }
    }
  }

  static void same(NotedCopy kept, NotedCopy told, Object story) {
    assertThat(kept.records()).as("%s", story).isEqualTo(told.records());
    assertThat(kept.aliases()).as("%s", story).isEqualTo(told.aliases());
    assertThat(kept.revision()).isEqualTo(told.revision());
    assertThat(kept.edition().newest()).isEqualTo(told.edition().newest());
    assertThat(kept.edition().madeAt()).isEqualTo(told.edition().madeAt());
  }
}
