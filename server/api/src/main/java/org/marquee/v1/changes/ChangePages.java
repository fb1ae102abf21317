package org.marquee.v1.changes;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangeFeed.ChangeReading;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Revision;
import org.marquee.page.MemoryPages;
import org.marquee.page.Pages;

/// Pages of changes, each read once for all followers who ask for it in one state of the data, and
/// given out only when the lists of this node show its changes. Safe for many threads.
public final class ChangePages {
  /// Pages that are kept. Followers who have caught up ask for the same few.
  private static final int KEPT = 64;

  /// The snapshot is this late only if it cannot be made.
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ChangeFeed feed;
  private final MemoryPages memory;
  private final Executor reading;
  private final Cache<Shared, CompletableFuture<Answer>> kept =
      Caffeine.newBuilder().maximumSize(KEPT).expireAfterWrite(PATIENCE).build();
  private final AtomicLong rounds = new AtomicLong();
  private final AtomicLong announcements = new AtomicLong();
  private final Queue<Early> early = new ConcurrentLinkedQueue<>();

  /// What the lists showed when it was heard last that something newer is stored.
  private volatile @Nullable Revision outdated;

  ChangePages(ChangeFeed feed, MemoryPages memory, Executor reading) {
    this.feed = feed;
    this.memory = memory;
    this.reading = reading;
  }

  /// What a follower asks for.
  record Key(ChangePosition since, Set<Kind> kinds, int limit, boolean details) {
    private ChangeFeed.Breadth breadth() {
      return details ? ChangeFeed.Breadth.WITH_DETAILS : ChangeFeed.Breadth.RECORDS;
    }
  }

  /// @param shown the state of the lists
  /// @param round what was announced when it was read; while memory is empty, when it was looked at
  ///   last
  private record Shared(Key key, Revision shown, long round) {}

  /// What a follower gets.
  public sealed interface Answer {
    record Page(ChangePage page) implements Answer {}

    record Expired() implements Answer {}
  }

  /// A page that was read before the lists show its state.
  private record Early(ChangePage page, CompletableFuture<Answer> answer, long since) {}

  /// Whether the lists show a position, and nothing behind it.
  boolean isShown(ChangePosition position) {
    return memory.isFilled() && position.isEnd() && position.revision().equals(memory.revision());
  }

  /// Whether nothing follows a position that the lists show, as far as this node has heard.
  boolean isLast(ChangePosition position) {
    return isShown(position) && !position.revision().equals(outdated);
  }

  /// Hears that something newer is stored than the lists show.
  void announced() {
    outdated = memory.revision();
    announcements.incrementAndGet();
  }

  /// Reads a page; fails with [ListingsUnavailable] where the data cannot be reached.
  CompletableFuture<Answer> read(Key key) {
    Shared shared =
        new Shared(key, memory.revision(), memory.isFilled() ? announcements.get() : rounds.get());
    return kept.get(shared, this::begin);
  }

  private CompletableFuture<Answer> begin(Shared shared) {
    Key key = shared.key();
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    var _ =
        CompletableFuture.supplyAsync(
                () -> feed.read(key.since(), key.kinds(), key.breadth(), key.limit()), reading)
            .orTimeout(Pages.LONGEST_READ.toMillis(), TimeUnit.MILLISECONDS)
            .thenAcceptAsync(
                read -> {
                  switch (read) {
                    case ChangeReading.Expired() -> answer.complete(new Answer.Expired());
                    case ChangeReading.Changes changes ->
                        giveOut(new ChangePage(changes, key.breadth()), answer);
                  }
                },
                reading)
            .whenCompleteAsync(
                (_, failure) -> {
                  if (failure != null) {
                    kept.asMap().remove(shared, answer);
                    answer.completeExceptionally(cause(failure));
                  }
                },
                reading);
    return answer;
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : failure;
    return cause instanceof TimeoutException
        ? new ListingsUnavailable(
            "the changes were not read within " + Pages.LONGEST_READ.toSeconds() + " s", cause)
        : cause;
  }

  private void giveOut(ChangePage page, CompletableFuture<Answer> answer) {
    if (isShown(page.state())) {
      answer.complete(new Answer.Page(page));
    } else {
      early.add(new Early(page, answer, System.nanoTime()));
      shown();
    }
  }

  /// While memory is empty there are no lists that a page could be ahead of.
  private boolean isShown(Revision state) {
    Revision shown = memory.revision();
    return !memory.isFilled()
        || shown.equals(state)
        || (shown.epoch().equals(state.epoch()) && shown.number() > state.number());
  }

  /// Gives out what the lists show by now, and gives up what they have not shown for long.
  void shown() {
    rounds.incrementAndGet();
    long now = System.nanoTime();
    for (Early each : early) {
      if (isShown(each.page().state())) {
        if (claim(each)) {
          each.answer().complete(new Answer.Page(each.page()));
        }
      } else if (now - each.since() > PATIENCE.toNanos() && claim(each)) {
        each.answer()
            .completeExceptionally(
                new ListingsUnavailable("the lists do not show the newest changes yet", null));
      }
    }
  }

  private boolean claim(Early each) {
    return early.remove(each);
  }
}
