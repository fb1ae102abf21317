package org.marquee.ops;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.ingest.Sources;
import org.marquee.listing.Revision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What was last counted of the sources. It is counted anew in the background, and nobody waits
/// long for that: a database that is away or hangs must not keep an operator from the rest.
final class LastCount {
  private static final Logger LOG = LoggerFactory.getLogger(LastCount.class);

  /// How long a caller waits for a count that is under way.
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /// A count that has not ended after so long is hung, and another is begun beside it.
  private static final Duration LONGEST = Duration.ofSeconds(15);

  private final Supplier<Revision> newest;
  private final Sources sources;
  private final Executor reading;
  private final BooleanSupplier reachable;
  private final Runnable also;

  private final long made = System.nanoTime();
  private volatile @Nullable Count last;
  private final AtomicBoolean failing = new AtomicBoolean();
  private @Nullable UnderWay underWay;

  /// @param atNanos when it was counted, by the clock that nobody sets
  record Count(Revision revision, List<Sources.Source> sources, long atNanos) {
    Duration age() {
      return Duration.ofNanos(System.nanoTime() - atNanos);
    }
  }

  private record UnderWay(CompletableFuture<Count> count, long begun) {}

  /// @param newest the newest state in the database
  /// @param reading runs what may block
  /// @param reachable whether it makes sense to ask the database
  /// @param also runs with each count, and may ask the database too
  LastCount(
      Supplier<Revision> newest,
      Sources sources,
      Executor reading,
      BooleanSupplier reachable,
      Runnable also) {
    this.newest = newest;
    this.sources = sources;
    this.reading = reading;
    this.reachable = reachable;
    this.also = also;
  }

  /// The sources as they are, or were no longer ago than `most` in the same state of the data;
  /// older where the database does not answer within a second; null before the first count.
  @Nullable Count get(Duration most) {
    if (!reachable.getAsBoolean()) {
      return last;
    }
    UnderWay coming = count(most);
    long left = TIMEOUT.toNanos() - (System.nanoTime() - coming.begun());
    try {
      return coming.count().get(Math.max(0, left), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      return last;
    } catch (ExecutionException e) {
      complain(e.getCause());
      return last;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return last;
    }
  }

  /// How old the last count is; before the first, how old the node is.
  Duration age() {
    Count count = last;
    return Duration.ofNanos(System.nanoTime() - (count == null ? made : count.atNanos()));
  }

  private synchronized UnderWay count(Duration most) {
    UnderWay before = underWay;
    long now = System.nanoTime();
    if (before != null && !before.count().isDone() && now - before.begun() < LONGEST.toNanos()) {
      return before;
    }
    UnderWay next = new UnderWay(CompletableFuture.supplyAsync(() -> counted(most), reading), now);
    underWay = next;
    return next;
  }

  private Count counted(Duration most) {
    Revision revision = newest.get();
    also.run();
    Count before = last;
    if (before != null && before.revision().equals(revision) && before.age().compareTo(most) <= 0) {
      return before;
    }
    long now = System.nanoTime();
    Count count = new Count(revision, sources.list(), now);
    last = count;
    failing.set(false);
    return count;
  }

  private void complain(@Nullable Throwable cause) {
    if (failing.compareAndSet(false, true)) {
      LOG.atWarn()
          .log(
              "the sources cannot be counted, so the last count is shown: {}",
              String.valueOf(cause));
    }
  }
}
