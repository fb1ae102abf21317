package org.marquee.v1.changes;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.v1.changes.ChangePages.Answer;

/// Gives pages to the followers of one event loop, first come, first served: a stream that wants
/// more after a page goes to the end of the line. After a bounded amount of work the loop looks
/// after what clients have sent (docs/decisions/0127).
final class Turns {
  /// So much is sent before the loop looks after others: a millisecond or two.
  static final int BYTES_AT_ONCE = 512 * 1024;

  /// A write costs as much as copying so many bytes.
  static final int WRITE = 5 * 1024;

  /// Has a follower take a page, or learn why there is none.
  interface Giving {
    void give(Follower follower, @Nullable Answer answer, @Nullable Throwable failure, long seen);
  }

  /// Followers who get the same page.
  private static final class SamePage {
    private final Queue<Follower> followers;
    private final CompletableFuture<Answer> page;
    private final long seen;
    private @Nullable Answer answer;
    private @Nullable Throwable failure;

    /// @param seen what had been heard before the page was asked for
    SamePage(Collection<Follower> followers, CompletableFuture<Answer> page, long seen) {
      this.followers = new ArrayDeque<>(followers);
      this.page = page;
      this.seen = seen;
    }

    /// Bytes that each of them gets, about.
    int bytes() {
      return answer instanceof Answer.Page(ChangePage read) ? read.json().length : 0;
    }
  }

  private final ScheduledExecutorService loop;
  private final Giving giving;

  // The rest is for the event loop alone.
  private final IdentityHashMap<CompletableFuture<Answer>, SamePage> open = new IdentityHashMap<>();
  private final Queue<SamePage> line = new ArrayDeque<>();
  private boolean running;

  Turns(ScheduledExecutorService loop, Giving giving) {
    this.loop = loop;
    this.giving = giving;
  }

  /// Runs a task on an event loop. One that has ended has no connections left.
  static void run(Executor loop, Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException _) {
      // The server has closed, and with it the connections.
    }
  }

  /// Puts followers at the end of the line, or beside those before them who want the same page and
  /// were not served yet. On the event loop.
  ///
  /// @param followers at least one
  /// @param page that they want
  /// @param seen what had been heard before the page was asked for
  void join(Collection<Follower> followers, CompletableFuture<Answer> page, long seen) {
    SamePage same = open.get(page);
    if (same == null) {
      begin(followers, page, seen);
    } else {
      same.followers.addAll(followers);
    }
  }

  /// What all share, such as a compressed body, is made by the thread that has read the page.
  private void begin(Collection<Follower> followers, CompletableFuture<Answer> page, long seen) {
    SamePage same = new SamePage(followers, page, seen);
    Follower first = same.followers.element();
    boolean early = !page.isDone() && !first.isStream();
    if (early) {
      same.followers.remove();
    }
    open.put(page, same);
    var _ =
        page.whenComplete((answer, failure) -> {
          if (early) {
            giving.give(first, answer, failure, seen);
          } else if (first.isStream() && answer instanceof Answer.Page(ChangePage read)) {
            read.events();
          }
          run(loop, () -> queue(same, answer, failure));
        });
  }

  private void queue(SamePage same, @Nullable Answer answer, @Nullable Throwable failure) {
    same.answer = answer;
    same.failure = failure;
    line.add(same);
    if (!running) {
      running = true;
      takeTurns();
    }
  }

  private void takeTurns() {
    try {
      serve();
    } finally {
      running = false;
      if (!line.isEmpty()) {
        goOn(); // If there is no memory for it, the next follower starts the line again.
        running = true;
      }
    }
  }

  private void serve() {
    int left = BYTES_AT_ONCE;
    for (SamePage same = line.peek(); same != null && left > 0; same = line.peek()) {
      open.remove(same.page, same);
      if (same.followers.isEmpty()) {
        line.remove();
      } else {
        left -= WRITE + same.bytes();
        giving.give(same.followers.remove(), same.answer, same.failure, same.seen);
      }
    }
  }

  /// Goes on when the loop has looked after what clients have sent.
  private void goOn() {
    try {
      var _ = loop.schedule(this::takeTurns, 0, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException _) {
      // As above.
    }
  }
}
