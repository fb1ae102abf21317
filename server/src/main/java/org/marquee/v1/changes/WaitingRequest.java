package org.marquee.v1.changes;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.http.Handler;
import org.marquee.http.Request;
import org.marquee.listing.ChangePosition;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.operation.ListChanges;

/// A request for one page of changes, which may wait for them.
final class WaitingRequest extends Follower {
  private final Followers followers;
  private final Request request;
  private final Admission.Admitted admitted;
  private final Handler.Reply reply;

  WaitingRequest(
      Followers followers,
      ChangePosition since,
      Question.Changes question,
      Request request,
      Admission.Admitted admitted,
      Handler.Reply reply) {
    super(
        since,
        question,
        reply.loop(),
        System.nanoTime() + TimeUnit.SECONDS.toNanos(question.waitSeconds()));
    this.followers = followers;
    this.request = request;
    this.admitted = admitted;
    this.reply = reply;
  }

  /// Who goes away is not waited for any longer.
  @Override
  boolean begin() {
    if (!hasWaited()) {
      reply.whenLeft(() -> followers.delivery().release(this));
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
  void take(ChangePage page) {
    // Who has waited may have lost the right meanwhile.
    Admission still = hasWaited() ? followers.admitStill(request) : admitted;
    if (!(still instanceof Admission.Admitted)) {
      reply.send(Finishing.refusal(still, request));
      return;
    }
    reply.send(
        followers
            .finishing()
            .finish(ListChanges.OPERATION, request, page.tag(), admitted, page::response));
  }

  @Override
  void check() {
    Admission still = followers.admitStill(request);
    if (!(still instanceof Admission.Admitted) && followers.delivery().take(this)) {
      reply.send(Finishing.refusal(still, request));
    }
  }

  @Override
  void expire() {
    reply.send(Finishing.rated(Errors.cursorExpired(request), admitted.rate()));
  }

  @Override
  void fail(@Nullable Throwable why) {
    followers.refuse(why, request, admitted, reply);
  }
}
