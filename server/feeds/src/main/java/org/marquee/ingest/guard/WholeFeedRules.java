package org.marquee.ingest.guard;

import java.time.Instant;
import java.util.Optional;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules;
import org.marquee.ingest.Ledger.Rules.Shrinking;
import org.marquee.listing.Timestamps;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;
import org.marquee.notice.RowCounts;

/// The rules by which a feed is refused as a whole (docs/feeds.md, "All or nothing").
public final class WholeFeedRules {
  private static final String WRONG_CLOCK =
      ", which is still to come: that feed was imported while a clock was ahead. `marquee status`"
          + " shows its run, and `marquee undo RUN` takes it back";

  /// With fewer stored showtimes than this, a feed may shrink in any way.
  private static final long FEWEST_JUDGED = 20;

  private WholeFeedRules() {}

  /// Why a feed is too old to be imported: a newer one was, for any of the same cinemas.
  ///
  /// @param observedAt when the feed was taken
  /// @param last when the last imported feed of the same cinemas was taken
  /// @param now by the clock of this machine
  /// @return the reason; empty where the import may go on
  public static Optional<Notice> older(Instant observedAt, Instant last, Rules rules, Instant now) {
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

  /// Whether it is judged how much less a feed lists: only that of a provider who can correct it
  /// ([FeedHeader.Guard#WHOLE_FEED]). For other feeds [CinemaGuardRule] decides on each cinema.
  public static boolean mayBeShrunk(FeedHeader header, Shrinking shrinking) {
    return header.mode() == FeedHeader.Mode.FULL
        && header.guard() == FeedHeader.Guard.WHOLE_FEED
        && shrinking == Shrinking.REFUSED;
  }

  /// Why a full feed is refused that would withdraw more than half of the upcoming showtimes: its
  /// source is probably broken.
  ///
  /// @param stored the stored showtimes that the feed covers
  /// @param withdrawn how many of them the feed would withdraw
  /// @param from where the feed's scope begins
  /// @return why the feed is refused; empty: it may go on
  public static Optional<Notice> shrunk(long stored, long withdrawn, Instant from) {
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

  /// Why a feed is refused of which every line was refused.
  ///
  /// @return the reason; empty: it may go on
  public static Optional<Notice> nothingAccepted(RowCounts counts) {
    long read = counts.total().read();
    return read > 0 && counts.total().refused() == read
        ? Optional.of(
            Notice.of(Code.NOTHING_ACCEPTED, "each of its " + read + " lines was refused"))
        : Optional.empty();
  }
}
