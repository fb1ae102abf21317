package org.marquee.v1.changes;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.marquee.v1.changes.ChangePages.Answer;

/// Followers of one event loop who get the same page. For that loop alone.
final class Crowd {
  private final Queue<Follower> followers = new ArrayDeque<>();
  private final CompletableFuture<Answer> page;
  private final long seen;
  private @Nullable Answer answer;
  private @Nullable Throwable failure;

  /// @param page that they want
  /// @param seen what had been heard before the page was asked for
  Crowd(CompletableFuture<Answer> page, long seen) {
    this.page = page;
    this.seen = seen;
  }

  /// Has a follower take a page, or learn why there is none.
  interface Giving {
    void give(Follower follower, @Nullable Answer answer, @Nullable Throwable failure, long seen);
  }

  CompletableFuture<Answer> page() {
    return page;
  }

  void add(Collection<Follower> more) {
    followers.addAll(more);
  }

  /// Notes what they get.
  void settle(@Nullable Answer read, @Nullable Throwable why) {
    answer = read;
    failure = why;
  }

  boolean isEmpty() {
    return followers.isEmpty();
  }

  /// Bytes that each of them gets, about.
  int bytes() {
    return answer instanceof Answer.Page(ChangePage page) ? page.json().length : 0;
  }

  /// The one that is served next, of at least one.
  Follower first() {
    return followers.element();
  }

  /// Removes the one that would be served next.
  void removeFirst() {
    followers.remove();
  }

  /// Serves the one that has waited longest.
  void serveNext(Giving giving) {
    giving.give(followers.remove(), answer, failure, seen);
  }
}
