package org.marquee.v1.changes;

import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.marquee.http.message.Request;
import org.marquee.listing.ChangePosition;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.declaration.Question;

/// A caller that follows the changes from a position on. Used by one thread at a time.
abstract sealed class Follower permits WaitingRequest, ChangeStream {
  private final Followers followers;
  private final Caller caller;
  private volatile long deadline;
  private volatile ChangePages.Key next;
  private volatile boolean waited;

  /// @param deadline until when it waits, by [System#nanoTime]
  Follower(
      Followers followers,
      Caller caller,
      ChangePosition position,
      Question.Changes question,
      long deadline) {
    this.followers = followers;
    this.caller = caller;
    next = new ChangePages.Key(position, question.kinds(), question.limit(), question.details());
    this.deadline = deadline;
  }

  /// The event loop of its connection.
  ScheduledExecutorService loop() {
    return caller.reply().loop();
  }

  /// Who looks after it.
  Followers followers() {
    return followers;
  }

  Caller caller() {
    return caller;
  }

  Request request() {
    return caller.request();
  }

  /// The page that it wants next.
  ChangePages.Key next() {
    return next;
  }

  long deadline() {
    return deadline;
  }

  /// Waits no longer.
  void hurry() {
    deadline = System.nanoTime();
  }

  ChangePosition position() {
    return next.since();
  }

  void advance(ChangePosition position) {
    if (!position.equals(next.since())) {
      next = new ChangePages.Key(position, next.kinds(), next.limit(), next.details());
    }
  }

  boolean hasWaited() {
    return waited;
  }

  /// Gets ready to wait; false if nobody is there any more.
  boolean begin() {
    waited = true;
    return true;
  }

  /// Whether it goes on after a page.
  abstract boolean isStream();

  /// Whether nobody is there any more.
  abstract boolean isOver();

  /// Takes a page. It has changes, unless the follower has waited long enough.
  abstract void receive(ChangePage page);

  /// Ends it when the caller may not have it any longer. Called at each check.
  abstract void check();

  /// The position is not one from where it could go on.
  abstract void expire();

  /// The changes cannot be read.
  abstract void fail(@Nullable Throwable why);
}
