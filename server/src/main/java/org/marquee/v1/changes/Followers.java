package org.marquee.v1.changes;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.background.Round;
import org.marquee.http.Handler;
import org.marquee.http.Request;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Revision;
import org.marquee.page.MemoryPages;
import org.marquee.page.RecordEncoder;
import org.marquee.v1.answer.Errors;
import org.marquee.v1.answer.Finishing;
import org.marquee.v1.answer.Gateway;
import org.marquee.v1.changes.ChangePages.Answer;
import org.marquee.v1.cursor.ChangeCursor;
import org.marquee.v1.declaration.MediaType;
import org.marquee.v1.declaration.Question;
import org.marquee.v1.operation.ListChanges;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers followers of the changes: at once, after a while, or as a stream of events. Who waits
/// holds no thread (docs/decisions/0128).
public final class Followers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Followers.class);

  private final FollowStart start;
  private final MemoryPages memory;
  private final ChangePages pages;
  private final Gate gate;
  private final Gateway gateway;
  private final Finishing finishing;
  private final Executor reading;
  private final FollowerPace pace;
  private final Waiting waiting = new Waiting();
  private final Set<ChangeStream> streams = ConcurrentHashMap.newKeySet();
  private final AtomicLong news = new AtomicLong();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("followers").factory());
  private volatile boolean stopping;

  private int ticks;

  /// @param memory what the lists of this node show
  /// @param reading runs what may block
  public Followers(
      ChangeFeed feed,
      MemoryPages memory,
      RecordEncoder encoder,
      Gate gate,
      Gateway gateway,
      Executor reading) {
    this(feed, memory, encoder, gate, gateway, reading, FollowerPace.USUAL);
  }

  Followers(
      ChangeFeed feed,
      MemoryPages memory,
      RecordEncoder encoder,
      Gate gate,
      Gateway gateway,
      Executor reading,
      FollowerPace pace) {
    this.pace = pace;
    start = new FollowStart(feed, memory);
    this.memory = memory;
    this.gate = gate;
    this.gateway = gateway;
    this.reading = reading;
    pages = new ChangePages(feed, memory, encoder, reading);
    finishing = new Finishing(gate);
    var _ =
        clock.scheduleWithFixedDelay(
            new Round(LOG, "followers are not looked after", this::tick),
            pace.tick().toNanos(),
            pace.tick().toNanos(),
            TimeUnit.NANOSECONDS);
  }

  /// Hears that something newer is stored than the lists show. The pages of all who wait are read
  /// while the lists are brought up to date. Returns at once.
  public void announced() {
    pages.announced();
    news.incrementAndGet();
    wake();
  }

  /// Hears that the lists show something newer. Returns at once.
  public void shown() {
    news.incrementAndGet();
    reading.execute(() -> {
      pages.shown();
      wake();
    });
  }

  /// Answers one request.
  public void answer(
      Question.Changes question,
      MediaType type,
      Request request,
      Admission.Admitted admitted,
      Handler.Reply reply) {
    boolean streamed = type == MediaType.EVENT_STREAM;
    ChangePosition since = question.since();
    if (streamed) {
      String last = String.join(",", request.headers().all("Last-Event-ID")).strip();
      if (!last.isEmpty()) {
        ChangeCursor resumed = ChangeCursor.read(last).orElse(ChangeCursor.NOW);
        if (resumed.position() == null) {
          reply.send(
              Finishing.rated(
                  Errors.violations(ListChanges.NO_SUCH_EVENT, request), admitted.rate()));
          return;
        }
        since = resumed.position();
      }
    }
    if (since == null) {
      reading.execute(() -> fromNow(question, streamed, request, admitted, reply));
    } else {
      follow(since, question, streamed, request, admitted, reply);
    }
  }

  private void fromNow(
      Question.Changes question,
      boolean streamed,
      Request request,
      Admission.Admitted admitted,
      Handler.Reply reply) {
    try {
      Revision newest = start.newest();
      Duration left = start.untilShown(newest);
      Runnable begin =
          () -> follow(ChangePosition.endOf(newest), question, streamed, request, admitted, reply);
      if (left.isPositive() && !stopping) {
        var _ = clock.schedule(begin, left.toNanos(), TimeUnit.NANOSECONDS);
      } else {
        start.shown(newest);
        begin.run();
      }
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      refuse(e, request, admitted, reply);
    }
  }

  /// The page that follows a position, for a caller that holds a thread; it waits for no change.
  ///
  /// @throws java.util.concurrent.CompletionException if it cannot be read, as of [ChangePages]
  public Answer read(Question.Changes question) throws InterruptedException {
    ChangePosition since = question.since();
    if (since == null) {
      Revision newest = start.newest();
      Thread.sleep(start.untilShown(newest));
      start.shown(newest);
      since = ChangePosition.endOf(newest);
    }
    return pages.read(new ChangePages.Key(since, question.kinds(), question.limit())).join();
  }

  private void follow(
      ChangePosition since,
      Question.Changes question,
      boolean streamed,
      Request request,
      Admission.Admitted admitted,
      Handler.Reply reply) {
    Follower follower =
        streamed
            ? new ChangeStream(this, since, question, request, admitted, reply)
            : new WaitingRequest(this, since, question, request, admitted, reply);
    next(follower);
  }

  /// Has a follower go on.
  void next(Follower follower) {
    long seen = news.get();
    if (isPatient(follower) && pages.isLast(follower.position())) {
      waitOn(follower, seen);
      return;
    }
    var _ =
        pages
            .read(follower.next())
            .whenComplete((answer, failure) -> give(follower, answer, failure, seen));
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
            follower.take(page);
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

  /// Has all who wait for what is newer go on.
  private void wake() {
    waiting.take(each -> !pages.isLast(each.position()), this::next);
  }

  /// Has followers go on who want the same page.
  private void next(Crowd crowd) {
    long seen = news.get();
    var _ =
        pages
            .read(crowd.page())
            .whenComplete(
                (answer, failure) -> crowd.forEach(each -> give(each, answer, failure, seen)));
  }

  private void tick() {
    long now = System.nanoTime();
    waiting.forEach(each -> {
      if (each.deadline() - now <= 0 && take(each)) {
        next(each);
      }
    });
    if (!memory.isFilled() && waiting.size() > 0) {
      shown(); // Nobody says when the database has something newer.
    } else {
      pages.shown();
    }
    if (++ticks % pace.ticksPerCheck() == 0) {
      streams.forEach(ChangeStream::check);
    }
  }

  void add(ChangeStream stream) {
    streams.add(stream);
  }

  void remove(ChangeStream stream) {
    streams.remove(stream);
    waiting.remove(stream);
  }

  /// Removes a follower from the waiting ones; false if it does not wait.
  boolean take(Follower follower) {
    return waiting.remove(follower);
  }

  /// Answers a follower now, if it waits.
  void release(Follower follower) {
    follower.hurry();
    if (take(follower)) {
      next(follower);
    }
  }

  /// How many wait.
  public int waiting() {
    return waiting.size();
  }

  FollowerPace pace() {
    return pace;
  }

  boolean isStopping() {
    return stopping;
  }

  Finishing finishing() {
    return finishing;
  }

  /// Whether a request that was admitted still is.
  Admission admitStill(Request request) {
    return gateway.admitStill(gate, request);
  }

  /// The same, and takes a token of the rate.
  public Admission admitAgain(Request request) {
    return gateway.admit(gate, request, (_, _) -> {});
  }

  /// Answers a request that cannot be answered.
  void refuse(
      @Nullable Throwable why, Request request, Admission.Admitted admitted, Handler.Reply reply) {
    if (why instanceof ListingsUnavailable) {
      LOG.atWarn().addKeyValue("requestId", request.id()).log(why.getMessage());
      reply.send(Finishing.rated(Errors.unavailable(request), admitted.rate()));
    } else {
      reply.fail(why == null ? new IllegalStateException("no answer") : why);
    }
  }

  /// Answers everybody who waits, and ends all streams; from now on nobody waits.
  public void announceStop() {
    stopping = true;
    waiting.forEach(this::release);
    streams.forEach(ChangeStream::close);
  }

  @Override
  public void close() {
    announceStop();
    clock.shutdownNow();
  }
}
