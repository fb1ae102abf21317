package org.marquee.feed;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// What became of one line of a feed when it was read.
public sealed interface FeedRow {
  /// A valid record.
  record Valid(FeedRecord record) implements FeedRow {}

  /// A line that was refused; `notice` says why. Where its kind and external id could be read, it
  /// counts as listed.
  ///
  /// @param cinema the external id of the cinema of a screen, of what may be a showtime, or of the
  ///   showtimes that are lost with a film; null where it could not be read
  record RefusedLine(
      @Nullable Kind kind, @Nullable String externalId, @Nullable String cinema, Notice notice)
      implements FeedRow {}

  /// A line that a rule leaves out: cancelled, private, not a film.
  ///
  /// @param externalId the external id, if the line itself says that this showing is cancelled or
  ///   private: a stored one is then withdrawn. Null where a rule finds that the line is no showing
  ///   of ours (not a film, another venue): a broken source could look the same, so the guard
  ///   decides
  record LeftOut(Kind kind, @Nullable String externalId, Notice notice) implements FeedRow {}
}
