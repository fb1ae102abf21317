package org.marquee.snapshot;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ListingsUnavailable;
import org.marquee.listing.Position;
import org.marquee.listing.ProgrammeQuery;
import org.marquee.listing.Revision;
import org.marquee.listing.Window;
import org.marquee.page.MemoryPages;
import org.marquee.page.Pages;
import org.marquee.snapshot.record.SharedDetails;
import org.marquee.snapshot.search.Snapshot;

/// Answers from the newest snapshot, which [SnapshotRefresher] replaces.
public final class SnapshotPages implements MemoryPages {
  /// So long after it was made sure that nothing newer is stored, that is taken for granted.
  private static final Duration TRUST = Duration.ofSeconds(2);

  private static final Duration FILLED_WITHIN = Duration.ofSeconds(30);

  private final LongSupplier nanoTime;
  private final CountDownLatch filled = new CountDownLatch(1);
  private volatile Snapshot current = Snapshot.NOTHING;
  private volatile long assured;
  private volatile Runnable outdated = () -> {};
  private volatile Runnable replaced = () -> {};
  private volatile boolean restored;

  /// Has no snapshot yet.
  ///
  /// @param nanoTime counts nanoseconds and never goes back
  public SnapshotPages(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    assured = nanoTime.getAsLong() - TRUST.toNanos();
  }

  /// The newest snapshot.
  Snapshot current() {
    return current;
  }

  /// Puts another snapshot in the place of the one before.
  void put(Snapshot next) {
    Snapshot before = current;
    current = next;
    filled.countDown();
    replaced.run();
    if (before != Snapshot.NOTHING) {
      before.retire();
    }
  }

  /// Answers from a snapshot of a checkpoint, until the next one is put in its place. Only where
  /// there is none yet.
  ///
  /// @param age how long ago the database confirmed it
  void restore(Snapshot saved, Duration age) {
    // What another node stored since is not known, however short the time was.
    assured = nanoTime.getAsLong() - Math.max(age.toNanos(), TRUST.toNanos());
    restored = true;
    put(saved);
  }

  /// Whether the snapshot comes from a checkpoint, and no database has confirmed it since.
  public boolean isRestored() {
    return restored;
  }

  /// Has `task` run whenever something newer than the snapshot is found to be stored, before the
  /// next one is made. It must return at once.
  public void whenOutdated(Runnable task) {
    outdated = task;
  }

  /// Notes that something newer is stored.
  void outdate() {
    outdated.run();
  }

  /// Has `task` run whenever the snapshot was replaced, after that. It must return at once.
  public void whenReplaced(Runnable task) {
    replaced = task;
  }

  /// Notes that nothing newer than what is here was stored when that was asked.
  ///
  /// @param askedNanos when the question was put
  void assure(long askedNanos) {
    assured = askedNanos;
    restored = false;
  }

  /// How long ago it was asked whether anything newer than what is here is stored, and nothing was.
  public Duration sinceAssured() {
    return Duration.ofNanos(nanoTime.getAsLong() - assured);
  }

  @Override
  public boolean isFilled() {
    return current != Snapshot.NOTHING;
  }

  /// Waits for the first snapshot.
  ///
  /// @throws IOException if there is none within half a minute
  public void awaitFilled() throws IOException {
    try {
      if (!filled.await(FILLED_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException(
            "the listings were not read into memory within %d s; the log says why"
                .formatted(FILLED_WITHIN.toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  @Override
  public boolean holds(Window window) {
    return current.holds(window);
  }

  @Override
  public boolean holds(ProgrammeQuery query, @Nullable Position after, Instant now) {
    return current.holds(query, after, now);
  }

  @Override
  public boolean isCurrent() {
    return nanoTime.getAsLong() - assured < TRUST.toNanos();
  }

  /// What it holds, for operators.
  ///
  /// @param from the first UTC day of showtimes, counted from 1970
  /// @param bytes of memory outside the heap, where all that grows with the showtimes lies
  /// @param details that showtimes share
  public record Holdings(
      Revision revision, int from, long showtimes, long bytes, SharedDetails details) {}

  /// What it holds; empty where it is not filled.
  public Optional<Holdings> holdings() {
    Snapshot snapshot = current;
    return snapshot == Snapshot.NOTHING
        ? Optional.empty()
        : Optional.of(
            new Holdings(
                snapshot.revision(),
                snapshot.contents().state().from(),
                snapshot.contents().showtimes().count(),
                snapshot.contents().bytes(),
                snapshot.contents().showtimes().store().details()));
  }

  /// Asks one snapshot, whose memory stays while it is asked.
  ///
  /// @throws ListingsUnavailable if there is none
  private <T> T read(Function<Snapshot, T> question) {
    while (true) {
      Snapshot snapshot = current;
      if (snapshot == Snapshot.NOTHING) {
        throw new ListingsUnavailable("nothing has been read into memory yet", null);
      }
      if (snapshot.enter()) {
        try {
          return question.apply(snapshot);
        } finally {
          snapshot.leave();
        }
      }
    }
  }

  @Override
  public Revision revision() {
    return current.revision();
  }

  @Override
  public <T> T inOneState(Function<Pages, T> reading) {
    return read(reading::apply);
  }

  @Override
  public List<FilmCount> mostShown(Instant from, Instant until, int most) {
    return read(snapshot -> snapshot.mostShown(from, until, most));
  }

  @Override
  public List<FilmDay> daysOf(String filmId, Instant from, Which which) {
    return read(snapshot -> snapshot.daysOf(filmId, from, which));
  }
}
