package org.marquee.store.reconcile;

import java.util.Map;
import org.marquee.listing.Kind;
import org.marquee.notice.RowCounts;

/// The outcomes of the staged lines of one kind, counted while phases run.
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

  /// @param staged how many lines of this kind were staged, without withdrawals; the lines that no
  ///   phase counted are unchanged
  /// @param refusedEarlier lines that were refused before they were staged
  /// @param leftOut lines that a rule leaves out
  RowCounts.Counts counts(long staged, long refusedEarlier, long leftOut) {
    long unchanged = staged - added - changed - merged - heldBack - refused;
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
