package org.marquee.store.reconcile;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.RowCounts;

/// How many lines of a feed there were, before anything is compared with what is stored.
final class StagedLines {
  private final Map<Kind, Long> laidOut = new EnumMap<>(Kind.class);
  private final Map<Kind, Long> refused = new EnumMap<>(Kind.class);
  private final Map<Kind, Long> leftOut = new EnumMap<>(Kind.class);
  private long refusedUnknown;
  private final Map<Kind, Long> withdrawals = new EnumMap<>(Kind.class);
  private long calledOff;
  private boolean sharedIds;
  private boolean sequence;

  /// Notes that the lines from here on are of a later feed.
  void beginNextFeed() {
    sequence = true;
  }

  /// Whether several feeds are read as one.
  boolean isSequence() {
    return sequence;
  }

  /// Counts a record laid out; withdrawals count by themselves.
  void layOut(Kind kind) {
    laidOut.merge(kind, 1L, Long::sum);
  }

  void layOutWithdrawal(Kind kind) {
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

  /// Counts a showtime that is called off by its id.
  void callOff() {
    calledOff++;
  }

  boolean anyCalledOff() {
    return calledOff > 0;
  }

  /// Notes a showtime that only its version may tell from others of the same id.
  void mayShareId() {
    sharedIds = true;
  }

  boolean mayShareIds() {
    return sharedIds;
  }

  long laidOut(Kind kind) {
    return laidOut.getOrDefault(kind, 0L);
  }

  long refused(Kind kind) {
    return refused.getOrDefault(kind, 0L);
  }

  long leftOut(Kind kind) {
    return leftOut.getOrDefault(kind, 0L);
  }

  /// What becomes of the lines of a feed that is refused as a whole: all are refused with it, but
  /// those that a rule leaves out.
  RowCounts refusedWithTheFeed() {
    Map<Kind, RowCounts.Counts> kinds = new EnumMap<>(Kind.class);
    Map<Kind, Long> unlisted = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      long all = laidOut(kind) + withdrawals.getOrDefault(kind, 0L) + refused(kind);
      kinds.put(kind, new RowCounts.Counts(0, 0, 0, 0, 0, 0, all, leftOut(kind)));
      unlisted.put(kind, 0L);
    }
    return new RowCounts(kinds, refusedUnknown, unlisted);
  }

  /// Lines whose kind could not be told.
  long refusedUnknown() {
    return refusedUnknown;
  }

  /// What became of the lines so far: those that were not refused or left out while they were read
  /// count as unchanged.
  RowCounts refusedSoFar() {
    Map<Kind, RowCounts.Counts> kinds = new EnumMap<>(Kind.class);
    Map<Kind, Long> unlisted = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      long staged = laidOut(kind) + withdrawals.getOrDefault(kind, 0L);
      kinds.put(
          kind, new RowCounts.Counts(0, 0, staged, 0, 0, 0, refused(kind), leftOut(kind)));
      unlisted.put(kind, 0L);
    }
    return new RowCounts(kinds, refusedUnknown, unlisted);
  }
}
