package org.marquee.ingest;

import org.marquee.notice.Notice;
import org.marquee.notice.Tally;

/// What became of a feed.
public sealed interface Outcome {
  /// It is stored, in full.
  ///
  /// @param tally what became of each line
  /// @param revision the state of the data that it made
  record Applied(Tally tally, long revision) implements Outcome {}

  /// Nothing was changed; the notice says why.
  record Refused(Notice notice) implements Outcome {}
}
