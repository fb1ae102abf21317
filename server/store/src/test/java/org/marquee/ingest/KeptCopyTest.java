package org.marquee.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.marquee.Rounds;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.ChangeSource;
import org.marquee.store.read.NotedCopy;
import org.marquee.store.read.PostgresChanges;

/// A copy that gets only changes while two imports run side by side. [ChangeFeedModelTest] has what
/// may happen one after the other.
@NullMarked
class KeptCopyTest {
  private static final long SEED = Long.getLong("marquee.model.seed", 20261121);
  private static final int ALL = Integer.MAX_VALUE;

  private static void take(World world, String provider, ModelFeed feed) {
    world.take(
        provider,
        feed.shrinkAccepted() ? Shrinking.ACCEPTED : Shrinking.REFUSED,
        feed.text().getBytes(UTF_8));
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
              for (int number = 0; number < Rounds.of(10); number++) {
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
        LockSupport.parkNanos(10_000_000); // leaves the processors to the imports
      }
      for (Future<?> each : imports) {
        each.get();
      }
      kept.follow(original, Instant.EPOCH, ALL);
      ChangeFeedModelTest.same(kept, NotedCopy.of(original, Instant.EPOCH), "interleaved");
      assertThat(single).as("updates between two imports").isPositive();
    }
  }
}
