package org.marquee.v1.changes;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.v1.changes.ChangePages.Answer;

/// Gives followers the pages that they want, each in its turn, or has them wait until there is
/// something for them. Safe for many threads.
final class PageDelivery {
  private final ChangePages pages;
  private final Waiting waiting = new Waiting();
  private final Map<ScheduledExecutorService, Turns> turns = new ConcurrentHashMap<>();

  /// How often it was heard that something is new.
  private final AtomicLong news = new AtomicLong();

  private volatile boolean stopping;

  PageDelivery(ChangePages pages) {
    this.pages = pages;
  }

  /// Hears that something is new. All followers that it may concern ask for their page.
  void wake() {
    waiting.removeDue(
        position -> !pages.isLast(position),
        (page, followers) -> {
          long seen = news.get();
          join(followers, () -> pages.read(page), seen);
        });
  }

  /// Notes that something is new, before [#wake].
  void note() {
    news.incrementAndGet();
  }

  private Turns turns(Follower follower) {
    return turns.computeIfAbsent(follower.loop(), loop -> new Turns(loop, this::give));
  }

  /// Serves a follower that has just come: at once, if its page is at hand.
  void begin(Follower follower) {
    long seen = news.get();
    CompletableFuture<Answer> page = wanted(follower, seen);
    if (page != null && page.isDone()) {
      var _ = page.whenComplete((answer, failure) -> give(follower, answer, failure, seen));
    } else if (page != null) {
      queue(follower, page, seen);
    }
  }

  /// Has a follower go on: with its next page, when its turn comes, or waiting.
  void next(Follower follower) {
    long seen = news.get();
    CompletableFuture<Answer> page = wanted(follower, seen);
    if (page != null) {
      queue(follower, page, seen);
    }
  }

  /// The page that a follower wants; null where it waits, since nothing follows its position.
  private @Nullable CompletableFuture<Answer> wanted(Follower follower, long seen) {
    if (isPatient(follower) && pages.isLast(follower.position())) {
      waitOn(follower, seen);
      return null;
    }
    return pages.read(follower.next());
  }

  private void queue(Follower follower, CompletableFuture<Answer> page, long seen) {
    Turns.run(follower.loop(), () -> join(List.of(follower), () -> page, seen));
  }

  /// Puts followers in the line of their event loop, on that loop.
  private void join(
      Collection<Follower> followers, Supplier<CompletableFuture<Answer>> page, long seen) {
    try {
      turns(followers.iterator().next()).join(followers, page.get(), seen);
    } catch (RuntimeException e) {
      followers.forEach(each -> each.fail(e));
    }
  }

  /// Whether a follower rather waits than gets a page without changes.
  private boolean isPatient(Follower follower) {
    return !stopping && follower.deadline() - System.nanoTime() > 0;
  }

  private void give(
      Follower follower, @Nullable Answer answer, @Nullable Throwable failure, long seen) {
    try {
      switch (answer) {
        case null -> {
          if (failure instanceof ListingsUnavailable
              && isPatient(follower)
              && pages.isShown(follower.position())) {
            waitOn(follower, seen); // What was announced cannot be read yet.
          } else {
            follower.fail(failure);
          }
        }
        case Answer.Expired() -> follower.expire();
        case Answer.Page(ChangePage page) -> {
          if (page.size() > 0 || page.hasMore() || !isPatient(follower)) {
            follower.receive(page);
          } else {
            follower.advance(page.next());
            waitOn(follower, seen);
          }
        }
      }
    } catch (RuntimeException | Error e) {
      follower.fail(e);
    }
  }

  /// Has a follower that is still there wait for what is newer than `seen`.
  private void waitOn(Follower follower, long seen) {
    if (!follower.begin()) {
      return;
    }
    waiting.add(follower);
    boolean over = follower.isOver();
    if ((over || stopping || news.get() != seen) && waiting.remove(follower) && !over) {
      next(follower);
    }
  }

  /// Answers the followers whose deadline has passed.
  void releaseDue() {
    long now = System.nanoTime();
    waiting.forEach(each -> {
      if (each.deadline() - now <= 0 && remove(each)) {
        next(each);
      }
    });
  }

  /// Ends the waiting requests whose callers may not have an answer any longer. Streams are checked
  /// also while they do not wait.
  void checkRequests() {
    waiting.forEach(each -> {
      if (!each.isStream()) {
        each.check();
      }
    });
  }

  /// Answers a follower now, if it waits.
  void release(Follower follower) {
    follower.hurry();
    if (remove(follower)) {
      next(follower);
    }
  }

  /// Removes a follower from the waiting ones; false if it does not wait.
  boolean remove(Follower follower) {
    return waiting.remove(follower);
  }

  /// How many wait.
  int waiting() {
    return waiting.size();
  }

  boolean isStopping() {
    return stopping;
  }

  /// Answers everybody who waits; from now on nobody waits.
  void stop() {
    stopping = true;
    waiting.forEach(this::release);
  }
}
