package org.marquee.node;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessRefresh;
import org.marquee.access.Gate;
import org.marquee.access.Register;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.node.checkpoint.SavedKeys;
import org.marquee.snapshot.SnapshotFile;
import org.marquee.snapshot.SnapshotPages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// What a start found in a [Checkpoint].
///
/// @param listings empty where there are none that can be used
/// @param listingsAge how long ago the database confirmed them
/// @param register empty where there is none that can be used
/// @param keysAge how long ago the database confirmed it
/// @param used whether the database has more than that: a command has used it since, or the node
///   had newer listings that it could not write
record SavedState(
    Optional<SnapshotFile.Saved> listings,
    Duration listingsAge,
    Optional<Register> register,
    Duration keysAge,
    boolean used) {
  static final SavedState NOTHING =
      new SavedState(Optional.empty(), Duration.ZERO, Optional.empty(), Duration.ZERO, false);

  private static final Logger LOG = LoggerFactory.getLogger(SavedState.class);

  /// How long the database has to answer before the node does. Within this time one that is well
  /// has confirmed the keys, and nothing is answered that is out of date.
  private static final Duration TIMEOUT = Duration.ofMillis(400);

  /// How long it may take where it is known that the database was used since.
  private static final Duration TIMEOUT_WHEN_USED = Duration.ofSeconds(5);

  /// How long it may take for a server that nobody had started: nobody can have changed anything
  /// there.
  private static final Duration TIMEOUT_WHILE_STARTING = Duration.ZERO;

  private static final Duration LEAST = Duration.ofNanos(1);

  private static final long LOOK_NANOS = 5_000_000;

  /// Reads a checkpoint.
  static SavedState read(@Nullable Checkpoint checkpoint, Instant now) {
    if (checkpoint == null) {
      return NOTHING;
    }
    Optional<SnapshotFile.Saved> listings =
        checkpoint.listings().flatMap(file -> Checkpoint.read(file.path(), file::read));
    Optional<SavedKeys> keys =
        checkpoint
            .keys()
            .flatMap(file -> Checkpoint.read(file.path(), () -> file.read(SavedKeys::read)));
    return of(checkpoint, listings, keys, now);
  }

  private static SavedState of(
      Checkpoint checkpoint,
      Optional<SnapshotFile.Saved> listings,
      Optional<SavedKeys> keys,
      Instant now) {
    Duration listingsAge =
        listings.map(found -> age(confirmedAt(found, keys), now)).orElse(Duration.ZERO);
    if (keys.isEmpty()) {
      return new SavedState(listings, listingsAge, Optional.empty(), Duration.ZERO, false);
    }
    SavedKeys found = keys.get();
    if (!found.isTrusted(now)) {
      LOG.atWarn()
          .log(
              "the keys of the checkpoint are not used: the database confirmed them at {}, and {}"
                  + " hours are the most",
              found.confirmedAt(),
              SavedKeys.TRUSTED.toHours());
    }
    return new SavedState(
        listings,
        listingsAge,
        found.isTrusted(now) ? Optional.of(found.register()) : Optional.empty(),
        age(found.confirmedAt(), now),
        checkpoint.isUsedSince(found.confirmedAt()) || isOutdated(listings, found));
  }

  /// Whether the node had other listings when it wrote the keys: its disk was full, or it was
  /// killed in the minute after an import.
  private static boolean isOutdated(Optional<SnapshotFile.Saved> listings, SavedKeys keys) {
    return listings.isPresent() && !keys.had(listings.get().revision());
  }

  /// The keys are written more often than the listings, and hold the time when these were
  /// confirmed.
  private static Instant confirmedAt(SnapshotFile.Saved listings, Optional<SavedKeys> keys) {
    return keys.filter(each -> each.had(listings.revision()))
        .map(SavedKeys::listingsConfirmedAt)
        .orElse(listings.confirmedAt());
  }

  /// Where the clock was set back, the age is not known.
  private static Duration age(Instant at, Instant now) {
    return at.isBefore(now) ? Duration.between(at, now) : LEAST;
  }

  /// Has a node answer from it, as far as it can be used.
  void show(SnapshotPages pages, Gate gate) {
    listings.ifPresent(found -> found.show(pages, listingsAge));
    register.ifPresent(gate::replace);
  }

  /// Whether a node can answer without a database.
  boolean isComplete() {
    return listings.isPresent() && register.isPresent();
  }

  /// Waits until the database has confirmed everything, or turns out to be away, or takes too long.
  /// The time since the start of the checks counts, so a node that took longer to start hardly
  /// waits. One that can be reached by now is asked in any case.
  ///
  /// @throws IOException if it belongs to a newer program
  void awaitDatabase(DatabaseMonitor monitor, AccessRefresh access, SnapshotPages pages)
      throws IOException {
    Duration timeout = timeout(monitor);
    boolean keysAsked = false;
    while (!monitor.hasFailed()) {
      if (monitor.isReachable() && !keysAsked) {
        access.refresh();
        keysAsked = true;
      }
      if (keysAsked && !pages.isRestored()) {
        return;
      }
      if (monitor.sinceStart().compareTo(timeout) >= 0) {
        break;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    if (monitor.isRefused()) {
      monitor.awaitFirstCheck();
    }
    LOG.atLevel(monitor.hasFailed() ? Level.WARN : Level.INFO)
        .addKeyValue("revisionConfirmedSecondsAgo", listingsAge.toSeconds())
        .addKeyValue("keysConfirmedSecondsAgo", keysAge.toSeconds())
        .log(
            monitor.hasFailed()
                ? "the database is away: answers come from the checkpoint"
                : "the database has not confirmed everything yet: answers come from the checkpoint");
  }

  /// How long the database may take to confirm everything.
  Duration timeout(DatabaseMonitor monitor) {
    if (used) {
      return TIMEOUT_WHEN_USED;
    }
    return monitor.startsServer() ? TIMEOUT_WHILE_STARTING : TIMEOUT;
  }
}
