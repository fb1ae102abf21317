package org.marquee.ingest.rules;

import java.util.Optional;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.RowCounts;

/// A feed of which every line was refused is refused as a whole.
public final class NothingAcceptedRule {
  private NothingAcceptedRule() {}

  /// Why a feed is refused of which nothing is left.
  ///
  /// @return the reason; empty: it may go on
  public static Optional<Notice> refusal(RowCounts counts) {
    long read = counts.total().read();
    return read > 0 && counts.total().refused() == read
        ? Optional.of(
            Notice.of(Code.NOTHING_ACCEPTED, "each of its " + read + " lines was refused"))
        : Optional.empty();
  }
}
