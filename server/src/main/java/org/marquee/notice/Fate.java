package org.marquee.notice;

import java.util.List;
import java.util.function.ToLongFunction;

/// What may become of a line, in the words and the order of the feed format, with the count that
/// tells it.
///
/// @param member the count's name in JSON
record Fate(String words, String member, ToLongFunction<Tally.Counts> count) {
  static final List<Fate> ALL =
      List.of(
          new Fate("added", "added", Tally.Counts::added),
          new Fate("changed", "changed", Tally.Counts::changed),
          new Fate("unchanged", "unchanged", Tally.Counts::unchanged),
          new Fate("withdrawn", "withdrawn", Tally.Counts::withdrawn),
          new Fate("merged", "merged", Tally.Counts::merged),
          new Fate("held back", "heldBack", Tally.Counts::heldBack),
          new Fate("refused", "refused", Tally.Counts::refused),
          new Fate("left out", "leftOut", Tally.Counts::leftOut));

  long of(Tally.Counts counts) {
    return count.applyAsLong(counts);
  }
}
