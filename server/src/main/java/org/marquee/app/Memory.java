package org.marquee.app;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Original;
import org.marquee.listing.Script;
import org.marquee.listing.Shelf;
import org.marquee.ops.Answering;
import org.marquee.snapshot.SnapshotShelf;
import org.marquee.snapshot.Upkeep;
import org.marquee.v1.Api;

/// What a node keeps in memory of the data, and what operators are told of that.
final class Memory implements Answering, AutoCloseable {
  private final SnapshotShelf shelf = new SnapshotShelf(System::nanoTime);
  private final @Nullable Upkeep upkeep;
  private volatile Optional<Api> api = Optional.empty();

  Memory(Original original, Script script, InstantSource clock, Horizon horizon) {
    upkeep =
        horizon.holdsAnything()
            ? Upkeep.start(shelf, original, script, clock, horizon.daysBack())
            : null;
  }

  Shelf shelf() {
    return shelf;
  }

  /// Counts the answers of an interface.
  void count(Api answering) {
    api = Optional.of(answering);
  }

  @Override
  public Optional<Answering.Memory> memory() {
    Upkeep.Refresh latest = upkeep == null ? null : upkeep.latest();
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
