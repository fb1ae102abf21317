package org.marquee.ingest.rules;

import java.time.Instant;
import java.util.Optional;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// The shrink rule of whole feeds: a full feed that would withdraw more than half of the upcoming
/// showtimes is refused, since its source is probably broken (docs/feeds.md, "All or nothing").
///
/// For feeds whose provider can correct them ([FeedHeader.Guard#WHOLE_FEED]). For other feeds
/// [CinemaGuardRule] decides on each cinema.
public final class FeedShrinkRule {
  /// With fewer stored showtimes than this, a feed may shrink in any way.
  private static final long FEWEST_JUDGED = 20;

  private FeedShrinkRule() {}

  /// Whether the rule applies to a feed at all.
  public static boolean appliesTo(FeedHeader header, Shrinking shrinking) {
    return header.mode() == FeedHeader.Mode.FULL
        && header.guard() == FeedHeader.Guard.WHOLE_FEED
        && shrinking == Shrinking.REFUSED;
  }

  /// Why a feed is refused for shrinking.
  ///
  /// @param stored the stored showtimes that the feed covers
  /// @param withdrawn how many of them the feed would withdraw
  /// @param from where the feed's scope begins
  /// @return why the feed is refused; empty: it may go on
  public static Optional<Notice> refusal(long stored, long withdrawn, Instant from) {
    if (stored < FEWEST_JUDGED || withdrawn * 2 <= stored) {
      return Optional.empty();
    }
    return Optional.of(
        Notice.of(
            Code.FEED_SHRUNK,
            "it would withdraw "
                + withdrawn
                + " of the "
                + stored
                + " showtimes stored from "
                + Timestamps.write(from)
                + " on"));
  }
}
