package org.marquee.store.reconcile;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.RowCounts;

/// The lines of a feed, counted while they are staged.
final class StagedLines {
  private final Map<Kind, Long> staged = new EnumMap<>(Kind.class);
  private final Map<Kind, Long> refused = new EnumMap<>(Kind.class);
  private final Map<Kind, Long> leftOut = new EnumMap<>(Kind.class);
  private long refusedUnknown;
  private final Map<Kind, Long> withdrawals = new EnumMap<>(Kind.class);
  private long cancelled;
  private boolean sharedIds;
  private boolean sequence;

  /// Notes that the lines from here on are of a later feed.
  void beginNextFeed() {
    sequence = true;
  }

  boolean isSequence() {
    return sequence;
  }

  /// Counts a staged record; withdrawals are counted apart.
  void stage(Kind kind) {
    staged.merge(kind, 1L, Long::sum);
  }

  void stageWithdrawal(Kind kind) {
    withdrawals.merge(kind, 1L, Long::sum);
  }

  void refuse(@Nullable Kind kind) {
    if (kind == null) {
      refusedUnknown++;
    } else {
      refused.merge(kind, 1L, Long::sum);
    }
  }

  void leaveOut(Kind kind) {
    leftOut.merge(kind, 1L, Long::sum);
  }

  void cancel() {
    cancelled++;
  }

  boolean anyCancelled() {
    return cancelled > 0;
  }

  void mayShareId() {
    sharedIds = true;
  }

  boolean mayShareIds() {
    return sharedIds;
  }

  long staged(Kind kind) {
    return staged.getOrDefault(kind, 0L);
  }

  long refused(Kind kind) {
    return refused.getOrDefault(kind, 0L);
  }

  long leftOut(Kind kind) {
    return leftOut.getOrDefault(kind, 0L);
  }

  /// The counts of a feed that is refused as a whole: all its lines are refused, but those that a
  /// rule left out.
  RowCounts refusedWithTheFeed() {
    Map<Kind, RowCounts.Counts> kinds = new EnumMap<>(Kind.class);
    Map<Kind, Long> unlisted = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      long all = staged(kind) + withdrawals.getOrDefault(kind, 0L) + refused(kind);
      kinds.put(kind, new RowCounts.Counts(0, 0, 0, 0, 0, 0, all, leftOut(kind)));
      unlisted.put(kind, 0L);
    }
    return new RowCounts(kinds, refusedUnknown, unlisted);
  }

  long refusedUnknown() {
    return refusedUnknown;
  }

  /// What became of the lines so far: those that were not refused or left out while they were read
  /// count as unchanged.
  RowCounts refusedSoFar() {
    Map<Kind, RowCounts.Counts> kinds = new EnumMap<>(Kind.class);
    Map<Kind, Long> unlisted = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      long staged = staged(kind) + withdrawals.getOrDefault(kind, 0L);
      kinds.put(kind, new RowCounts.Counts(0, 0, staged, 0, 0, 0, refused(kind), leftOut(kind)));
      unlisted.put(kind, 0L);
    }
    return new RowCounts(kinds, refusedUnknown, unlisted);
  }
}
