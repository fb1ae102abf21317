package org.marquee.ingest.guard;

import java.util.Optional;
import org.marquee.feed.FeedHeader;
import org.marquee.ingest.Ledger.Rules.Shrinking;

/// The guard: a cinema keeps its programme if a full feed lists so little of it that its source is
/// probably broken, and is marked until it recovers (docs/decisions/0050).
///
/// @param watches whether the feed is one whose cinemas are guarded
/// @param keeps whether cinemas may keep what they had: false if the operator accepts the loss
public record CinemaGuardRule(boolean watches, boolean keeps) {

  /// The rule for a feed.
  public static CinemaGuardRule of(FeedHeader header, Shrinking shrinking) {
    boolean watches =
        header.mode() == FeedHeader.Mode.FULL && header.guard() == FeedHeader.Guard.EACH_CINEMA;
    return new CinemaGuardRule(watches, watches && shrinking == Shrinking.REFUSED);
  }

  /// Why a cinema keeps what it had; empty: what the feed does not list is withdrawn.
  public Optional<CinemaLoss.Reason> reason(CinemaLoss loss) {
    return keeps ? loss.reason() : Optional.empty();
  }

  /// Whether a marked cinema has recovered.
  ///
  /// @param kept whether it keeps what it had because of this feed
  /// @param speaks whether the feed lists or cancels any of its upcoming showtimes
  public boolean isRecovered(boolean kept, boolean speaks) {
    return !kept && (speaks || !keeps);
  }

  /// Whether records other than showtimes that the feed does not list stay as they are, held-back
  /// ones too.
  ///
  /// @param lists whether the feed lists anything at all; of held-back ones, anything of their
  ///   cinema
  public boolean keepsRecords(boolean lists) {
    return keeps && !lists;
  }
}
