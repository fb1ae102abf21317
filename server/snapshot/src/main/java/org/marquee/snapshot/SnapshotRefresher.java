package org.marquee.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSource;
import org.marquee.listing.ChangeSource.Announcements;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.ListingsUnusable;
import org.marquee.listing.Revision;
import org.marquee.snapshot.record.Micros;
import org.marquee.snapshot.record.NoRoom;
import org.marquee.snapshot.search.Snapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Replaces the snapshot of [SnapshotPages] whenever the database has something newer, on a thread
/// of its own.
///
/// It listens first and reads then, so nothing that is committed in between is missed; and since
/// announcements may be lost, it asks for the revision often anyway.
public final class SnapshotRefresher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotRefresher.class);

  /// How often the revision is asked for where nothing is announced.
  private static final Duration POLL = Duration.ofMillis(400);

  /// How often it looks where what is stored cannot be used: somebody may be restoring it.
  private static final Duration POLL_UNUSABLE = Duration.ofSeconds(2);

  /// How long to wait after any other failure.
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /// Up to so many changes are always read one by one.
  private static final int FEW = 50_000;

  private final SnapshotPages pages;
  private final ChangeSource source;
  private final InstantSource clock;
  private final int daysBack;
  private final Duration pause;
  private final Thread thread;

  private volatile boolean stopped;
  private volatile @Nullable Throwable trouble;
  private final AtomicLong failures = new AtomicLong();
  private volatile @Nullable Refresh latest;

  /// What the last replacement of the snapshot took.
  ///
  /// @param at when it was done
  /// @param took from the question for the revision to the new snapshot
  public record Refresh(Instant at, Duration took) {}

  /// One that does nothing until [#start()].
  ///
  /// @param daysBack how many UTC days before today's the snapshot holds
  public SnapshotRefresher(
      SnapshotPages pages, ChangeSource source, InstantSource clock, int daysBack) {
    this(pages, source, clock, daysBack, PAUSE);
  }

  /// @param pause how long to wait after a failure
  SnapshotRefresher(
      SnapshotPages pages, ChangeSource source, InstantSource clock, int daysBack, Duration pause) {
    this.pages = pages;
    this.source = source;
    this.clock = clock;
    this.daysBack = daysBack;
    this.pause = pause;
    thread = Thread.ofPlatform().daemon().name("snapshot").unstarted(this::run);
  }

  /// Starts the thread.
  ///
  /// @return this
  public SnapshotRefresher start() {
    thread.start();
    return this;
  }

  /// The last replacement; null before the first.
  public @Nullable Refresh latest() {
    return latest;
  }

  /// Why the last snapshot could not be made although the database was there; null if it could.
  public @Nullable String trouble() {
    Throwable cause = trouble;
    return cause == null ? null : text(cause);
  }

  /// Whether that was because the machine has no memory for it.
  public boolean lacksMemory() {
    return trouble instanceof NoRoom;
  }

  /// How many times a snapshot could not be made although the database was there.
  public long failures() {
    return failures.get();
  }

  private void run() {
    while (!stopped) {
      try (Announcements announcements = source.announcements()) {
        while (!stopped) {
          look();
          announcements.await(trouble == null ? POLL : POLL_UNUSABLE);
        }
      } catch (InterruptedException _) {
        LOG.atDebug().log("stopping");
      } catch (RuntimeException e) {
        fail(e);
      }
    }
  }

  private void fail(Throwable cause) {
    if (stopped) {
      return;
    }
    note(cause);
    try {
      Thread.sleep(pause);
    } catch (InterruptedException _) {
      LOG.atDebug().log("stopping");
    }
  }

  /// The snapshot from before stays: old answers are better than none. The same reason is logged
  /// once.
  private void note(Throwable cause) {
    String before = trouble();
    trouble = cause;
    failures.incrementAndGet();
    if (!text(cause).equals(before)) {
      LOG.atError().setCause(cause).log("the snapshot cannot be made; it is tried again");
    }
  }

  private static String text(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  private void look() {
    try {
      refresh();
      if (trouble != null) {
        trouble = null;
        LOG.atInfo().log("the snapshot can be made again");
      }
    } catch (ListingsUnusable e) {
      note(e);
    } catch (ListingsUnavailable e) {
      // DatabaseMonitor reports the outage.
      LOG.atDebug().log("the snapshot cannot be refreshed: {}", e.getMessage());
    }
  }

  /// Replaces the snapshot if something newer is stored, or its first day has passed.
  public void refresh() {
    long asked = System.nanoTime();
    Revision stored = source.revision();
    Snapshot last = pages.current();
    int from = Micros.daysBefore(clock.instant(), daysBack);
    boolean restored = pages.isRestored();
    boolean sameRevision = last.revision().equals(stored);
    if (sameRevision && last.contents().state().from() == from) {
      pages.assure(asked);
      if (restored) {
        note(Level.INFO, "answers come from memory", asked);
      }
      return;
    }
    if (!sameRevision) {
      pages.outdate();
    }
    // Until then the last one answers, also one of a checkpoint: the database may be slow for long.
    pages.put(next(last, from));
    pages.assure(asked);
    latest = new Refresh(clock.instant(), Duration.ofNanos(System.nanoTime() - asked));
    if (last == Snapshot.NOTHING || restored) {
      note(Level.INFO, "answers come from memory", asked);
    } else {
      note(Level.DEBUG, "snapshot refreshed", asked);
    }
  }

  private void note(Level level, String what, long asked) {
    Snapshot now = pages.current();
    LOG.atLevel(level)
        .addKeyValue("revision", now.revision().number())
        .addKeyValue("showtimes", now.contents().showtimes().count())
        .addKeyValue("millis", Duration.ofNanos(System.nanoTime() - asked).toMillis())
        .log(what);
  }

  private Snapshot next(Snapshot last, int from) {
    SnapshotBuilder builder = new SnapshotBuilder(last, from);
    // A clock that was set back, and a checkpoint of a node that held fewer days: the changes since
    // then do not have the days before.
    boolean reachesBack = last != Snapshot.NOTHING && last.contents().state().from() <= from;
    try {
      source.copy(
          reachesBack ? last.revision() : null,
          Micros.instant(from * Micros.A_DAY),
          (int) Math.max(FEW, last.contents().showtimes().count() / 4),
          builder);
      return builder.finish();
    } catch (RuntimeException | Error e) {
      builder.abandon();
      throw e;
    }
  }

  /// Stops. The last snapshot stays.
  @Override
  public void close() {
    stopped = true;
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
