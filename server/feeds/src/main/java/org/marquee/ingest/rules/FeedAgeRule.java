package org.marquee.ingest.rules;

import java.time.Instant;
import java.util.Optional;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// A feed is refused if a newer one was imported for any of the same cinemas (docs/feeds.md, "All
/// or nothing").
public final class FeedAgeRule {
  private static final String WRONG_CLOCK =
      ", which is still to come: that feed was imported while a clock was ahead. `marquee status`"
          + " shows its run, and `marquee undo RUN` takes it back";

  private FeedAgeRule() {}

  /// Why a feed is too old to be imported.
  ///
  /// @param observedAt when the feed was taken
  /// @param last when the last imported feed of the same cinemas was taken
  /// @param now by the clock of this machine
  /// @return the reason; empty where the import may go on
  public static Optional<Notice> refusal(
      Instant observedAt, Instant last, Rules rules, Instant now) {
    if (!last.isAfter(rules.mayReplaceUpTo(observedAt))) {
      return Optional.empty();
    }
    return Optional.of(
        Notice.of(
            Code.FEED_OLDER,
            "it was taken at "
                + Timestamps.write(observedAt)
                + ", the last one at "
                + Timestamps.write(last)
                + (last.isAfter(now) ? WRONG_CLOCK : "")));
  }
}
