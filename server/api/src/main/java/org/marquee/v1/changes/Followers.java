package org.marquee.v1.changes;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.marquee.access.Admission;
import org.marquee.access.Gate;
import org.marquee.background.Round;
import org.marquee.http.handler.EventStream;
import org.marquee.http.message.Request;
import org.marquee.listing.ChangeFeed;
import org.marquee.listing.ChangePosition;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Revision;
import org.marquee.page.MemoryPages;
import org.marquee.v1.answer.Caller;
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
/// holds no thread (docs/decisions/0127).
public final class Followers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Followers.class);

  private final FollowStart start;
  private final MemoryPages memory;
  private final ChangePages pages;
  private final Gate gate;
  private final Gateway gateway;
  private final Finishing finishing;
  private final Executor reading;
  private final Pace pace;
  private final PageDelivery delivery;
  private final Set<ChangeStream> streams = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("followers").factory());
  private int ticks;

  /// How often followers are looked after.
  ///
  /// @param tick between two checks for followers that have waited long enough
  /// @param ticksPerCheck between looks whether streams and waiting requests may go on
  /// @param checksPerToken after so many of these a stream takes a token of the rate
  /// @param comment between the comments of a stream
  record Pace(Duration tick, int ticksPerCheck, int checksPerToken, Duration comment) {
    /// A check each second, a token each minute, a comment each 15 seconds.
    static final Pace USUAL = new Pace(Duration.ofMillis(200), 5, 60, EventStream.HEARTBEAT);
  }

  /// @param memory what the lists of this node show
  /// @param reading runs what may block
  public Followers(
      ChangeFeed feed, MemoryPages memory, Gate gate, Gateway gateway, Executor reading) {
    this(feed, memory, gate, gateway, reading, Pace.USUAL);
  }

  Followers(
      ChangeFeed feed,
      MemoryPages memory,
      Gate gate,
      Gateway gateway,
      Executor reading,
      Pace pace) {
    this.pace = pace;
    start = new FollowStart(feed, memory);
    this.memory = memory;
    this.gate = gate;
    this.gateway = gateway;
    this.reading = reading;
    pages = new ChangePages(feed, memory, reading);
    delivery = new PageDelivery(pages);
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
    delivery.note();
    delivery.wake();
  }

  /// Hears that the lists show something newer. Returns at once.
  public void shown() {
    delivery.note();
    reading.execute(() -> {
      pages.shown();
      delivery.wake();
    });
  }

  /// Answers one request.
  public void answer(Question.Changes question, MediaType type, Caller caller) {
    ChangePosition since = question.since();
    if (type != MediaType.EVENT_STREAM) {
      begin(since, from -> new WaitingRequest(this, caller, from, question), caller);
      return;
    }
    String last = String.join(",", caller.request().headers().all("Last-Event-ID")).strip();
    if (!last.isEmpty()) {
      ChangeCursor resumed = ChangeCursor.read(last).orElse(ChangeCursor.NOW);
      if (resumed.position() == null) {
        caller.send(Errors.violations(ListChanges.NO_SUCH_EVENT, caller.request()));
        return;
      }
      since = resumed.position();
    }
    begin(since, from -> new ChangeStream(this, caller, from, question), caller);
  }

  private void begin(
      @Nullable ChangePosition since, Function<ChangePosition, Follower> follower, Caller caller) {
    if (since == null) {
      reading.execute(() -> beginNow(follower, caller));
    } else {
      delivery.begin(follower.apply(since));
    }
  }

  private void beginNow(Function<ChangePosition, Follower> follower, Caller caller) {
    try {
      Revision newest = start.newest();
      Duration left = start.untilShown(newest);
      Runnable begin = () -> delivery.begin(follower.apply(ChangePosition.endOf(newest)));
      if (left.isPositive() && !delivery.isStopping()) {
        var _ = clock.schedule(begin, left.toNanos(), TimeUnit.NANOSECONDS);
      } else {
        start.shown(newest);
        begin.run();
      }
    } catch (RuntimeException e) {
      refuse(e, caller);
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
    return pages
        .read(new ChangePages.Key(since, question.kinds(), question.limit(), question.details()))
        .join();
  }

  private void tick() {
    delivery.releaseDue();
    if (!memory.isFilled() && delivery.waiting() > 0) {
      shown(); // Nobody says when the database has something newer.
    } else {
      pages.shown();
    }
    if (++ticks % pace.ticksPerCheck() == 0) {
      streams.forEach(ChangeStream::check);
      delivery.checkRequests();
    }
  }

  void add(ChangeStream stream) {
    streams.add(stream);
  }

  void remove(ChangeStream stream) {
    streams.remove(stream);
    delivery.remove(stream);
  }

  /// How many wait.
  public int waiting() {
    return delivery.waiting();
  }

  Pace pace() {
    return pace;
  }

  PageDelivery delivery() {
    return delivery;
  }

  Finishing finishing() {
    return finishing;
  }

  /// Whether a request that was admitted still is.
  Admission admitStill(Request request) {
    return gateway.admitStill(gate, request);
  }

  /// Checks the right of a request again, and takes a token of the rate.
  public Admission admitAgain(Request request) {
    return gateway.admit(gate, request, (_, _) -> {});
  }

  /// Answers a request that cannot be answered.
  void refuse(@Nullable Throwable why, Caller caller) {
    if (why instanceof ListingsUnavailable) {
      LOG.atWarn().addKeyValue("requestId", caller.request().id()).log(why.getMessage());
      caller.send(Errors.unavailable(caller.request()));
    } else {
      caller.reply().fail(why == null ? new IllegalStateException("no answer") : why);
    }
  }

  /// Answers everybody who waits, and ends all streams; from now on nobody waits.
  public void announceStop() {
    delivery.stop();
    streams.forEach(ChangeStream::close);
  }

  @Override
  public void close() {
    announceStop();
    clock.shutdownNow();
  }
}
