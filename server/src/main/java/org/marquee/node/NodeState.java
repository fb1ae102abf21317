package org.marquee.node;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessClock;
import org.marquee.access.AccessRefresh;
import org.marquee.access.Gate;
import org.marquee.listing.Listings;
import org.marquee.listing.Revision;
import org.marquee.ops.CheckpointMeters;
import org.marquee.ops.Measurements;
import org.marquee.page.RecordEncoder;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.store.PostgresAccess;
import org.marquee.store.PostgresRates;
import org.marquee.store.PostgresRegisters;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.sql.Database;

/// What a node answers by: the register of keys and the snapshot. Both come from the checkpoint, if
/// there is one, until the database confirms them or brings newer ones.
///
/// @param gate has the register
/// @param memory has the snapshot
record NodeState(SavedState saved, Gate gate, AccessRefresh access, NodeSnapshot memory) {
  /// Reads the checkpoint and begins to follow the database.
  ///
  /// @param checkpoint null: none
  /// @param opened takes each part as it starts
  /// @throws IOException if there is no checkpoint that can be used, and no embedded database
  ///   either
  static NodeState open(
      Database database,
      DatabaseMonitor monitor,
      Horizon horizon,
      @Nullable Checkpoint checkpoint,
      RecordEncoder encoder,
      Measurements measurements,
      CloseStack opened)
      throws IOException {
    InstantSource clock = InstantSource.system();
    AccessClock accessClock = new AccessClock(clock, System::nanoTime);
    Gate gate = new Gate(accessClock, System::nanoTime);
    SnapshotPages pages = new SnapshotPages(System::nanoTime);
    SavedState saved = SavedState.read(checkpoint, encoder, clock.instant());
    saved.show(pages, gate);
    SnapshotPages.Holdings written = pages.holdings().orElse(null);
    if (!saved.isComplete()) {
      monitor.awaitFirstCheck();
      PostgresAccess stored = new PostgresAccess(database.pool());
      gate.replace(stored.load());
      accessClock.set(stored.now());
    }
    AccessRefresh access =
        opened.add(
            AccessRefresh.start(
                gate,
                accessClock,
                new PostgresRegisters(database),
                saved.isComplete() ? saved.keysAge() : Duration.ZERO));
    measurements.add(opened.add(RateSharing.start(gate, new PostgresRates(database))));
    NodeSnapshot memory =
        opened.add(new NodeSnapshot(pages, new PostgresChanges(database), encoder, clock, horizon));
    if (checkpoint != null) {
      CheckpointWriter writer =
          opened.add(
              CheckpointWriter.start(checkpoint, written, pages, gate, access, encoder, clock));
      measurements.add(new CheckpointMeters(writer.failures()));
    }
    return new NodeState(saved, gate, access, memory);
  }

  /// Where everything came from the checkpoint: gives the database its time to confirm that. To be
  /// called when the node could answer.
  ///
  /// @throws IOException if the database belongs to a newer program
  void awaitDatabase(DatabaseMonitor monitor) throws IOException {
    if (saved.isComplete()) {
      saved.awaitDatabase(monitor, access, memory);
    }
  }

  /// The revision that a node begins with.
  Revision revision(Listings listings) {
    return saved.isComplete() ? memory.pages().revision() : listings.revision();
  }
}
