package org.marquee.v1.changes;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.listing.ChangePosition;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.operation.ListChanges;

/// A request for one page of changes, which may wait for them.
final class WaitingRequest extends Follower {
  WaitingRequest(
      Followers followers, Caller caller, ChangePosition since, Question.Changes question) {
    super(
        followers,
        caller,
        since,
        question,
        System.nanoTime() + TimeUnit.SECONDS.toNanos(question.waitSeconds()));
  }

  /// Waits until something changes, or until the client leaves.
  @Override
  boolean begin() {
    if (!hasWaited()) {
      caller().reply().whenLeft(() -> followers().delivery().release(this));
    }
    return super.begin();
  }

  @Override
  boolean isStream() {
    return false;
  }

  @Override
  boolean isOver() {
    return false;
  }

  @Override
  void receive(ChangePage page) {
    // Who has waited may have lost the right meanwhile.
    Admission still = hasWaited() ? followers().admitStill(request()) : caller().admitted();
    caller()
        .reply()
        .send(
            still instanceof Admission.Admitted
                ? followers()
                    .finishing()
                    .finish(ListChanges.OPERATION, caller(), page.tag(), page::response)
                : Finishing.refusal(still, request()));
  }

  @Override
  void check() {
    Admission still = followers().admitStill(request());
    if (!(still instanceof Admission.Admitted) && followers().delivery().remove(this)) {
      caller().reply().send(Finishing.refusal(still, request()));
    }
  }

  @Override
  void expire() {
    caller().send(Errors.cursorExpired(request()));
  }

  @Override
  void fail(@Nullable Throwable why) {
    followers().refuse(why, caller());
  }
}
