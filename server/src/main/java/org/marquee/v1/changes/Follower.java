package org.marquee.v1.changes;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.Kind;
import org.marquee.v1.declaration.Question;

/// A caller that follows the changes from a position on. Used by one thread at a time.
abstract sealed class Follower permits WaitingRequest, ChangeStream {
  private final Set<Kind> kinds;
  private final int limit;
  private volatile long deadline;
  private volatile ChangePosition position;
  private volatile boolean waited;

  /// @param deadline until when it waits, by [System#nanoTime]
  Follower(ChangePosition position, Question.Changes question, long deadline) {
    this.position = position;
    kinds = question.kinds();
    limit = question.limit();
    this.deadline = deadline;
  }

  Set<Kind> kinds() {
    return kinds;
  }

  int limit() {
    return limit;
  }

  long deadline() {
    return deadline;
  }

  /// Waits no longer.
  void hurry() {
    deadline = System.nanoTime();
  }

  ChangePosition position() {
    return position;
  }

  void advance(ChangePosition next) {
    position = next;
  }

  boolean hasWaited() {
    return waited;
  }

  /// Gets ready to wait; false if nobody is there any more.
  boolean begin() {
    waited = true;
    return true;
  }

  /// Whether nobody is there any more.
  abstract boolean isOver();

  /// Takes a page. It has changes, unless the follower has waited long enough.
  abstract void take(ChangePage page);

  /// The position is not one from where it could go on.
  abstract void expire();

  /// The changes cannot be read.
  abstract void fail(@Nullable Throwable why);
}
