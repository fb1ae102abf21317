package org.marquee.ingest.rules;

import java.time.Instant;
import java.util.Optional;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// A feed is refused if a newer one was imported for any of the same cinemas (feed format, "All or
/// nothing").
public final class FeedAgeRule {
  private FeedAgeRule() {}

  /// Judges a feed.
  ///
  /// @param observedAt when the feed was taken
  /// @param last when the last imported feed of the same cinemas was taken
  /// @return why the feed is refused; empty: it may go on
  public static Optional<Notice> refusal(Instant observedAt, Instant last, Rules rules) {
    if (!last.isAfter(rules.mayReplaceUpTo(observedAt))) {
      return Optional.empty();
    }
    return Optional.of(
        Notice.of(
            Code.FEED_OLDER,
            "it was taken at "
                + Timestamps.write(observedAt)
                + ", the last one at "
                + Timestamps.write(last)));
  }
}
