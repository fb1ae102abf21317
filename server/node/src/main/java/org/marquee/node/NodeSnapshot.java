package org.marquee.node;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.marquee.listing.ChangeSource;
import org.marquee.ops.Answering;
import org.marquee.page.RecordEncoder;
import org.marquee.snapshot.SnapshotPages;
import org.marquee.snapshot.SnapshotRefresher;
import org.marquee.v1.Api;

/// What operators see of the snapshot of a node, and what keeps it up to date.
final class NodeSnapshot implements AutoCloseable {
  private final SnapshotPages pages;
  private final SnapshotRefresher refresher;
  private volatile Optional<Api> api = Optional.empty();

  /// Stays as it is until it is started.
  NodeSnapshot(
      SnapshotPages pages,
      ChangeSource source,
      RecordEncoder encoder,
      InstantSource clock,
      Horizon horizon) {
    this.pages = pages;
    refresher = new SnapshotRefresher(pages, source, encoder, clock, horizon.daysBack());
  }

  /// Begins to follow the database.
  void start() {
    refresher.start();
  }

  /// Counts the answers of an interface.
  void count(Api answering) {
    api = Optional.of(answering);
  }

  /// What the node answers from now.
  Answering answering() {
    SnapshotRefresher.Refresh latest = refresher.latest();
    Optional<Answering.Memory> memory =
        pages
            .holdings()
            .map(held ->
                new Answering.Memory(
                    held.revision(),
                    midnight(held.from()),
                    held.showtimes(),
                    held.bytes(),
                    held.details().count(),
                    held.details().leftOut(),
                    latest == null ? null : latest.at(),
                    latest == null ? null : latest.took(),
                    pages.isRestored()));
    return new Answering(
        memory,
        Optional.ofNullable(refresher.trouble()),
        refresher.lacksMemory(),
        refresher.failures(),
        api.map(Api::fromMemory).orElse(0L),
        api.map(Api::fromDatabase).orElse(0L));
  }

  private static Instant midnight(int day) {
    return LocalDate.ofEpochDay(day).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  @Override
  public void close() {
    refresher.close();
  }
}
