package org.marquee.node.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessRefresh;
import org.marquee.access.Gate;
import org.marquee.access.Register;
import org.marquee.background.Round;
import org.marquee.files.FailureText;
import org.marquee.files.checkpoint.CheckpointFile;
import org.marquee.snapshot.SnapshotFile;
import org.marquee.snapshot.SnapshotPages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the [Checkpoint] of a node, on a thread of its own: a new snapshot at most once a minute,
/// keys when they have changed, and both when the node stops.
public final class CheckpointWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointWriter.class);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /// Between two files with listings, and between two with the same keys: these hold the time when
  /// the database confirmed them.
  private static final Duration BETWEEN_FILES = Duration.ofMinutes(1);

  private final Checkpoint checkpoint;
  private final SnapshotPages pages;
  private final Gate gate;
  private final AccessRefresh access;
  private final InstantSource clock;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final AtomicLong failures = new AtomicLong();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("checkpoint").unstarted(this::run);

  private @Nullable FileLock lock;
  private SnapshotPages.@Nullable Holdings listings;
  private @Nullable Register register;
  private long listingsAt = System.nanoTime() - BETWEEN_FILES.toNanos();
  private long keysAt = listingsAt;
  private boolean failing;

  /// Begins to write.
  ///
  /// @param known what the file holds already; null where it is not of use
  public CheckpointWriter(
      Checkpoint checkpoint,
      SnapshotPages.@Nullable Holdings known,
      SnapshotPages pages,
      Gate gate,
      AccessRefresh access,
      InstantSource clock) {
    this.checkpoint = checkpoint;
    listings = known;
    this.pages = pages;
    this.gate = gate;
    this.access = access;
    this.clock = clock;
    thread.start();
  }

  /// How many times it could not be written since the start.
  public AtomicLong failures() {
    return failures;
  }

  private void run() {
    Round round = new Round(LOG, "the checkpoint cannot be written", () -> look(BETWEEN_FILES));
    try {
      while (!stop.await(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS)) {
        round.run();
      }
    } catch (InterruptedException _) {
      LOG.atDebug().log("interrupted");
    }
  }

  private synchronized void look(Duration between) {
    try {
      if (isLocked()) {
        writeListings(between);
        writeKeys(between);
      }
    } catch (IOException e) {
      fail(FailureText.of(e));
    } catch (RuntimeException e) {
      LOG.atDebug().setCause(e).log("the checkpoint cannot be written");
      fail(e.toString());
    }
  }

  private void fail(String why) {
    failures.incrementAndGet();
    listingsAt = System.nanoTime();
    keysAt = listingsAt;
    if (!failing) {
      failing = true;
      LOG.atWarn()
          .log(
              "the checkpoint for the next start cannot be written; it is tried again every minute: {}",
              why);
    }
  }

  private boolean isLocked() throws IOException {
    if (lock == null && !isPausing(listingsAt, BETWEEN_FILES)) {
      FileChannel channel = CheckpointFile.openLock(checkpoint.lock());
      try {
        lock = channel.tryLock();
      } catch (OverlappingFileLockException _) {
        LOG.atDebug().log("another node of this program writes the checkpoint");
      }
      if (lock == null) {
        channel.close();
        listingsAt = System.nanoTime();
      }
    }
    return lock != null;
  }

  private static boolean isPausing(long since, Duration between) {
    return System.nanoTime() - since < between.toNanos();
  }

  private void writeListings(Duration between) throws IOException {
    Optional<SnapshotPages.Holdings> now = pages.holdings();
    if (now.isEmpty()
        || pages.isRestored()
        || now.get().equals(listings)
        || isPausing(listingsAt, between)) {
      return;
    }
    Optional<SnapshotFile> file = checkpoint.listings();
    long began = System.nanoTime();
    if (file.isPresent() && file.get().write(pages, clock.instant().minus(pages.sinceAssured()))) {
      listings = now.get();
      listingsAt = System.nanoTime();
      succeed();
      LOG.atDebug()
          .addKeyValue("revision", now.get().revision().number())
          .addKeyValue("millis", (listingsAt - began) / 1_000_000)
          .log("wrote the listings for the next start");
    }
  }

  private void writeKeys(Duration between) throws IOException {
    // In this order: what is newer than its confirmation is right, what is older may be revoked.
    Duration confirmed = access.sinceConfirmed();
    Duration assured = pages.sinceAssured();
    Register now = gate.register().orElse(null);
    CheckpointFile file = checkpoint.keys().orElse(null);
    if (now == null || file == null || !isConfirmed(confirmed)) {
      return;
    }
    if (now == register && file.exists() && isPausing(keysAt, between)) {
      return;
    }
    String revision = pages.holdings().map(held -> held.revision().toString()).orElse("");
    Instant time = clock.instant();
    SavedKeys keys = new SavedKeys(now, time.minus(confirmed), revision, time.minus(assured));
    file.write(keys::write);
    register = now;
    keysAt = System.nanoTime();
    succeed();
  }

  /// Whether the database has confirmed the keys since the node started, and lately: a command may
  /// have removed the file because they change.
  private boolean isConfirmed(Duration confirmed) {
    return access.isFromDatabase() && confirmed.compareTo(BETWEEN_FILES) < 0;
  }

  private void succeed() {
    if (failing) {
      failing = false;
      LOG.atInfo().log("the checkpoint is written again");
    }
  }

  /// Writes what is not written yet, and ends.
  @Override
  public void close() {
    stop.countDown();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    look(Duration.ZERO);
    unlock();
  }

  private synchronized void unlock() {
    FileLock held = lock;
    if (held != null) {
      lock = null;
      try (FileChannel _ = held.acquiredBy() instanceof FileChannel channel ? channel : null) {
        held.release();
      } catch (IOException e) {
        LOG.atDebug().log("the lock cannot be released: {}", e.getMessage());
      }
    }
  }
}
