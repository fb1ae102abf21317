package org.marquee.v1.changes;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/// Followers of one event loop who want the same page.
///
/// @param loop of their connections
/// @param followers at least one
record Crowd(Executor loop, ChangePages.Key page, List<Follower> followers) {
  /// So many are served before the event loop looks after others: a millisecond or two.
  private static final int AT_ONCE = 100;

  /// Serves the first on this thread: what is made once for all, such as a compressed body, is made
  /// here. Then the others on their event loop, where an answer passes through no other thread.
  void forEach(Consumer<Follower> task) {
    task.accept(followers.getFirst());
    run(loop, () -> serve(1, task));
  }

  private void serve(int from, Consumer<Follower> task) {
    int to = Math.min(from + AT_ONCE, followers.size());
    followers.subList(from, to).forEach(task);
    if (to < followers.size()) {
      run(loop, () -> serve(to, task));
    }
  }

  /// Runs a task on an event loop. One that has ended has no connections left.
  static void run(Executor loop, Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException _) {
      // The server has closed, and with it the connections.
    }
  }
}
