package org.marquee.notice;

import java.util.List;
import java.util.function.ToLongFunction;

/// An outcome of a line, in the words and the order of docs/feeds.md, with its count.
///
/// @param member the count's name in JSON
public record RowOutcome(String words, String member, ToLongFunction<RowCounts.Counts> count) {
  public static final List<RowOutcome> ALL =
      List.of(
          new RowOutcome("added", "added", RowCounts.Counts::added),
          new RowOutcome("changed", "changed", RowCounts.Counts::changed),
          new RowOutcome("unchanged", "unchanged", RowCounts.Counts::unchanged),
          new RowOutcome("withdrawn", "withdrawn", RowCounts.Counts::withdrawn),
          new RowOutcome("merged", "merged", RowCounts.Counts::merged),
          new RowOutcome("held back", "heldBack", RowCounts.Counts::heldBack),
          new RowOutcome("refused", "refused", RowCounts.Counts::refused),
          new RowOutcome("left out", "leftOut", RowCounts.Counts::leftOut));

  public long of(RowCounts.Counts counts) {
    return count.applyAsLong(counts);
  }
}
