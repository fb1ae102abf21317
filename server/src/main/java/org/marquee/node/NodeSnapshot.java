package org.marquee.node;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.ChangeSource;
import org.marquee.ops.Answering;
import org.marquee.page.MemoryPages;
import org.marquee.page.RecordEncoder;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.v1.Api;

/// What a node keeps in memory of the data, and what operators are told of that.
final class NodeSnapshot implements Answering, AutoCloseable {
  private final SnapshotPages shelf = new SnapshotPages(System::nanoTime);
  private final @Nullable SnapshotRefresher upkeep;
  private volatile Optional<Api> api = Optional.empty();

  NodeSnapshot(ChangeSource original, RecordEncoder script, InstantSource clock, Horizon horizon) {
    upkeep =
        horizon.holdsAnything()
            ? SnapshotRefresher.start(shelf, original, script, clock, horizon.daysBack())
            : null;
  }

  MemoryPages shelf() {
    return shelf;
  }

  /// Counts the answers of an interface.
  void count(Api answering) {
    api = Optional.of(answering);
  }

  @Override
  public Optional<Answering.Memory> memory() {
    SnapshotRefresher.Refresh latest = upkeep == null ? null : upkeep.latest();
    return shelf
        .holdings()
        .map(held ->
            new Answering.Memory(
                held.revision(),
                midnight(held.from()),
                held.showtimes(),
                held.bytes(),
                latest == null ? null : latest.at(),
                latest == null ? null : latest.took()));
  }

  /// How long ago it was confirmed that answers are made from the newest revision.
  ///
  /// @param sinceDatabase how long ago the database said anything: where all is read from there,
  ///   answers are as new as that
  Duration sinceConfirmed(Duration sinceDatabase) {
    return upkeep == null || !(shelf.isStocked() || upkeep.isFailing())
        ? sinceDatabase
        : shelf.sinceAssured();
  }

  private static Instant midnight(int day) {
    return LocalDate.ofEpochDay(day).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  @Override
  public long fromMemory() {
    return api.map(Api::fromMemory).orElse(0L);
  }

  @Override
  public long fromDatabase() {
    return api.map(Api::fromDatabase).orElse(0L);
  }

  @Override
  public void close() {
    if (upkeep != null) {
      upkeep.close();
    }
  }
}
