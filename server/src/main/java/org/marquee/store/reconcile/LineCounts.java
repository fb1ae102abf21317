package org.marquee.store.reconcile;

import java.util.Map;
import org.marquee.listing.Kind;
import org.marquee.notice.RowCounts;

/// What became of the laid-out lines of one kind, while it is being found out.
final class LineCounts {
  long added;
  long changed;
  long withdrawn;
  long merged;
  long heldBack;
  long refused;
  long withdrawalsMerged;
  long withdrawalsRefused;

  static LineCounts of(Map<Kind, LineCounts> counts, Kind kind) {
    return counts.computeIfAbsent(kind, _ -> new LineCounts());
  }

  /// @param laidOut how many lines of this kind were laid out, withdrawals apart; what nothing was
  ///   done for is unchanged
  /// @param refusedEarlier lines that never were laid out
  /// @param leftOut lines that a rule leaves out
  RowCounts.Counts counts(long laidOut, long refusedEarlier, long leftOut) {
    long unchanged = laidOut - added - changed - merged - heldBack - refused;
    if (unchanged < 0) {
      throw new IllegalStateException("more became of the lines than were read");
    }
    return new RowCounts.Counts(
        added,
        changed,
        unchanged,
        withdrawn,
        merged + withdrawalsMerged,
        heldBack,
        refused + withdrawalsRefused + refusedEarlier,
        leftOut);
  }
}
