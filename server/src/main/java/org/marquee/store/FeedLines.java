package org.marquee.store;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;

/// How many lines of a feed there were, before anything is compared with what is stored.
final class FeedLines {
  private final Map<Kind, Long> laidOut = new EnumMap<>(Kind.class);
  private final Map<Kind, Long> refused = new EnumMap<>(Kind.class);
  private final Map<Kind, Long> leftOut = new EnumMap<>(Kind.class);
  private long refusedUnknown;
  private long withdrawals;

  /// Counts a record laid out; withdrawals count by themselves.
  void layOut(Kind kind) {
    laidOut.merge(kind, 1L, Long::sum);
  }

  void layOutWithdrawal() {
    withdrawals++;
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

  long laidOut(Kind kind) {
    return laidOut.getOrDefault(kind, 0L);
  }

  long refused(Kind kind) {
    return refused.getOrDefault(kind, 0L);
  }

  long leftOut(Kind kind) {
    return leftOut.getOrDefault(kind, 0L);
  }

  /// Lines whose kind could not be told.
  long refusedUnknown() {
    return refusedUnknown;
  }

  /// Whether there were lines, and each of them was refused while it was read.
  boolean isAllRefused() {
    return laidOut.isEmpty() && withdrawals == 0 && (refusedUnknown > 0 || !refused.isEmpty());
  }
}
