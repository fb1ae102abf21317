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

/// The snapshot of a node, and what operators see of it.
final class NodeSnapshot implements Answering, AutoCloseable {
  private final SnapshotPages pages;
  private final @Nullable SnapshotRefresher refresher;
  private volatile Optional<Api> api = Optional.empty();

  /// Stays as it is until it is started.
  NodeSnapshot(
      SnapshotPages pages,
      ChangeSource source,
      RecordEncoder encoder,
      InstantSource clock,
      Horizon horizon) {
    this.pages = pages;
    refresher =
        horizon.holdsAnything()
            ? new SnapshotRefresher(pages, source, encoder, clock, horizon.daysBack())
            : null;
  }

  /// Begins to follow the database.
  void start() {
    if (refresher != null) {
      refresher.start();
    }
  }

  MemoryPages pages() {
    return pages;
  }

  /// Whether answers come from a checkpoint that the database has not confirmed yet.
  boolean isRestored() {
    return pages.isRestored();
  }

  /// Has `task` run whenever something newer than the snapshot is stored, before it is replaced.
  void whenOutdated(Runnable task) {
    pages.whenOutdated(task);
  }

  /// Has `task` run whenever the snapshot was replaced.
  void whenReplaced(Runnable task) {
    pages.whenReplaced(task);
  }

  /// Counts the answers of an interface.
  void count(Api answering) {
    api = Optional.of(answering);
  }

  @Override
  public Optional<Answering.Memory> memory() {
    SnapshotRefresher.Refresh latest = refresher == null ? null : refresher.latest();
    return pages
        .holdings()
        .map(held ->
            new Answering.Memory(
                held.revision(),
                midnight(held.from()),
                held.showtimes(),
                held.bytes(),
                latest == null ? null : latest.at(),
                latest == null ? null : latest.took(),
                pages.isRestored()));
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(refresher).map(SnapshotRefresher::trouble);
  }

  @Override
  public long failures() {
    return refresher == null ? 0 : refresher.failures();
  }

  @Override
  public boolean isFilling() {
    return refresher != null && !pages.isFilled() && trouble().isEmpty();
  }

  /// How long ago it was confirmed that answers are made from the newest revision.
  ///
  /// @param sinceDatabase the time since the database last answered: where all is read from there,
  ///   answers are as new as that
  Duration sinceConfirmed(Duration sinceDatabase) {
    return refresher == null || !(pages.isFilled() || trouble().isPresent())
        ? sinceDatabase
        : pages.sinceAssured();
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
    if (refresher != null) {
      refresher.close();
    }
  }
}
