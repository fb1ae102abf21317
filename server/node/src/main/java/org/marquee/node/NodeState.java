package org.marquee.node;

import io.micrometer.core.instrument.FunctionCounter;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.marquee.access.AccessClock;
import org.marquee.access.AccessRefresh;
import org.marquee.access.AccessUnavailable;
import org.marquee.access.Gate;
import org.marquee.access.Register;
import org.marquee.access.usage.UsageMeter;
import org.marquee.background.Awaited;
import org.marquee.http.connection.Observer;
import org.marquee.listing.Revision;
import org.marquee.node.checkpoint.Checkpoint;
import org.marquee.node.checkpoint.CheckpointWriter;
import org.marquee.ops.AccessLog;
import org.marquee.ops.Answering;
import org.marquee.ops.Measurements;
import org.marquee.ops.Vitals;
import org.marquee.page.Pages;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.store.access.PostgresAccess;
import org.marquee.store.access.PostgresRates;
import org.marquee.store.access.PostgresRegisters;
import org.marquee.store.access.PostgresUsage;
import org.marquee.store.read.PostgresChanges;
import org.marquee.store.sql.Database;
import org.marquee.v1.Api;

/// What a node answers by, the register of keys and the snapshot, and its vitals. Both come from
/// the checkpoint, if there is one, until the database confirms them or brings newer ones.
///
/// The checkpoint is read while the other parts of the node are made. Until [#begin] the gate and
/// the snapshot are empty.
final class NodeState {
  private static final int FURTHER_LOADS = 5;

  private final Database database;
  private final DatabaseMonitor monitor;
  private final @Nullable Checkpoint checkpoint;
  private final InstantSource clock = InstantSource.system();
  private final AccessClock accessClock = new AccessClock(clock, System::nanoTime);
  private final UsageMeter usage = new UsageMeter(accessClock, Measurements::label);
  private final Gate gate = new Gate(accessClock, System::nanoTime);
  private final SnapshotPages pages = new SnapshotPages(System::nanoTime);
  private final AccessRefresh access;
  private final SnapshotRefresher refresher;
  private final FutureTask<SavedState> reading;
  private SavedState saved = SavedState.NOTHING;
  private volatile Optional<Api> api = Optional.empty();
  private volatile boolean listening;
  private volatile boolean stopping;

  /// Begins to read the checkpoint, on a thread of its own.
  ///
  /// @param checkpoint null: none
  NodeState(
      Database database,
      DatabaseMonitor monitor,
      Horizon horizon,
      @Nullable Checkpoint checkpoint) {
    this.database = database;
    this.monitor = monitor;
    this.checkpoint = checkpoint;
    access = new AccessRefresh(gate, accessClock, new PostgresRegisters(database));
    refresher =
        new SnapshotRefresher(pages, new PostgresChanges(database), clock, horizon.daysBack());
    reading = new FutureTask<>(() -> SavedState.read(checkpoint, clock.instant()));
    Thread.ofPlatform().daemon().name("checkpoint-reader").start(reading);
  }

  /// Has the register from [#begin] on.
  Gate gate() {
    return gate;
  }

  /// What hears of the answers of the interface.
  ///
  /// @throws IOException if the access log cannot be written to
  Observer counting(Measurements measurements, NodeSettings settings, CloseStack opened)
      throws IOException {
    Observer counting = new MeteredAnswers(usage, measurements);
    String file = settings.options().accessLog();
    if (file == null) {
      return counting;
    }
    AccessLog log = opened.add(AccessLog.start(file, clock, counting));
    measurements.add(log);
    return log;
  }

  AccessRefresh access() {
    return access;
  }

  /// Counts the answers of an interface.
  void count(Api answering) {
    api = Optional.of(answering);
  }

  /// What the node answers from now.
  Answering answering() {
    return new Answering(
        pages.holdings(),
        pages.isRestored(),
        refresher.latest(),
        Optional.ofNullable(refresher.trouble()),
        refresher.lacksMemory(),
        refresher.failures(),
        api.map(Api::fromMemory).orElse(0L),
        api.map(Api::fromDatabase).orElse(0L));
  }

  /// Has the snapshot from [#begin] on.
  SnapshotPages pages() {
    return pages;
  }

  /// The database was reached a moment ago. A busy one may take longer for the next connection than
  /// readers wait for one, which is no reason not to start.
  private static Register firstLoaded(PostgresAccess stored) {
    for (int more = FURTHER_LOADS; ; more--) {
      try {
        return stored.load();
      } catch (AccessUnavailable e) {
        if (more == 0) {
          throw e;
        }
      }
    }
  }

  /// Waits until the checkpoint is read, shows what it has, and begins to follow the database.
  ///
  /// @param opened takes each part as it starts
  /// @throws IOException if there is no checkpoint that can be used, and no embedded database
  ///   either
  void begin(Measurements measurements, CloseStack opened) throws IOException {
    saved = Awaited.get(reading);
    saved.show(pages, gate);
    SnapshotPages.Holdings written = pages.holdings().orElse(null);
    if (!saved.isComplete()) {
      monitor.awaitFirstCheck();
      PostgresAccess stored = new PostgresAccess(database.pool());
      gate.replace(firstLoaded(stored));
      accessClock.set(stored::now);
    }
    access.begin(saved.isComplete() ? saved.keysAge() : Duration.ZERO);
    opened.add(access);
    measurements.add(opened.add(RateSharing.start(gate, new PostgresRates(database))));
    PostgresUsage used = new PostgresUsage(database.reserve());
    UsageSaving saving = opened.add(new UsageSaving(usage, used, gate, used));
    opened.add(refresher);
    // Before the first check nothing can be asked, and after it nothing should be waited for.
    monitor.whenChecked(() -> {
      access.start();
      refresher.start();
      saving.start();
    });
    if (checkpoint != null) {
      CheckpointWriter writer =
          opened.add(new CheckpointWriter(checkpoint, written, pages, gate, access, clock));
      measurements.add(registry ->
          FunctionCounter.builder("marquee.checkpoint.failures", writer.failures(), AtomicLong::get)
              .description("Attempts to write the files for the next start that failed")
              .register(registry));
    }
  }

  /// Where everything came from the checkpoint: gives the database its time to confirm that. To be
  /// called when the node could answer.
  ///
  /// @throws IOException if the database belongs to a newer program
  void awaitDatabase() throws IOException {
    if (saved.isComplete()) {
      saved.awaitDatabase(monitor, access, pages);
    }
  }

  /// Notes that the port of the interface is open.
  void listen() {
    listening = true;
  }

  /// Notes that the node is stopping.
  void stop() {
    stopping = true;
  }

  /// What the parts of the node know of themselves.
  Vitals vitals() {
    return new Vitals(
        monitor.isReachable(),
        pages.sinceAssured(),
        access.sinceConfirmed(),
        access.trouble(),
        listening,
        stopping);
  }

  /// The revision that a node begins with.
  Revision revision(Pages stored) {
    return saved.isComplete() ? pages.revision() : stored.revision();
  }
}
