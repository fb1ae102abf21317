package org.marquee.v1.changes;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.http.body.AnswerStream;
import org.marquee.http.handler.EventStream;
import org.marquee.listing.ChangePosition;
import org.marquee.v1.answer.Caller;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.operation.ListChanges;

/// A stream of changes as server-sent events. It reads a page when the client has taken the one
/// before, so that no more than one page waits for a client that reads slowly.
final class ChangeStream extends Follower {
  /// When clients that lost their stream come back, in milliseconds: not all at once.
  private static final int SOONEST = 1_000;

  private static final int LATEST = 4_000;

  private volatile @Nullable AnswerStream stream;
  private volatile @Nullable ChangePosition marked;
  private int checks;

  ChangeStream(
      Followers followers, Caller caller, ChangePosition since, Question.Changes question) {
    super(followers, caller, since, question, Long.MAX_VALUE / 2 + System.nanoTime());
  }

  /// Opens the stream and sends its position: a client that loses it before the first event goes on
  /// from there.
  @Override
  boolean begin() {
    if (stream == null) {
      AnswerStream opened =
          EventStream.open(
              caller().rated(Finishing.head(ListChanges.OPERATION, MediaType.EVENT_STREAM)),
              caller().reply(),
              followers().pace().comment());
      stream = opened;
      followers().add(this);
      opened.whenEnded(_ -> followers().remove(this));
      opened.offer(EventStream.retry(ThreadLocalRandom.current().nextInt(SOONEST, LATEST)));
      mark();
    }
    return !isOver();
  }

  @Override
  boolean isStream() {
    return true;
  }

  @Override
  boolean isOver() {
    AnswerStream opened = stream;
    return opened != null && opened.isEnded();
  }

  @Override
  void receive(ChangePage page) {
    if (begin()) {
      send(page, 0);
    }
  }

  private void send(ChangePage page, int from) {
    AnswerStream opened = stream;
    if (opened == null) {
      return;
    }
    List<byte[]> events = page.events();
    for (int at = from; at < events.size(); at++) {
      if (!opened.offer(events.get(at))) {
        int next = at;
        if (!opened.isEnded()) {
          opened.whenReady(() -> send(page, next));
        }
        return;
      }
    }
    advance(page.next());
    if (!events.isEmpty() && !page.hasMore()) {
      marked = null; // The last event's id is that of its change.
    }
    if (followers().delivery().isStopping() && !page.hasMore()) {
      close();
    } else {
      followers().delivery().next(this);
    }
  }

  /// Says where the client stands, unless it knows.
  private void mark() {
    AnswerStream opened = stream;
    ChangePosition now = position();
    if (opened != null && !now.equals(marked) && opened.offer(ChangePage.mark(now))) {
      marked = now;
    }
  }

  @Override
  void check() {
    boolean due = ++checks % followers().pace().checksPerToken() == 0;
    Admission admission =
        due ? followers().admitAgain(request()) : followers().admitStill(request());
    if (!(admission instanceof Admission.Admitted)) {
      close();
    } else if (due && followers().delivery().remove(this)) {
      mark();
      followers().delivery().next(this);
    }
  }

  /// Ends the stream.
  void close() {
    AnswerStream opened = stream;
    if (opened != null) {
      opened.end();
    }
  }

  @Override
  void expire() {
    if (stream == null) {
      caller().send(Errors.cursorExpired(request()));
    }
    close();
  }

  @Override
  void fail(@Nullable Throwable why) {
    if (stream == null) {
      followers().refuse(why, caller());
    }
    close();
  }
}
