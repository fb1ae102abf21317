package org.marquee.feed;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// Takes in what a reader finds, in the order of the feed. Every line that the feed consists of,
/// its header apart, ends in exactly one call of [#record], [#refused] or [#leftOut].
public interface FeedSink {
  /// What the feed says of itself; called once, before anything else.
  ///
  /// @throws UnreadableFeed if such a feed is not to be read on
  void header(FeedHeader header) throws UnreadableFeed;

  /// A sound record.
  ///
  /// @param line where it stands in the feed, counted from 1: a line, or the number of the record
  ///   where there are none
  void record(long line, FeedRecord record);

  /// A line that was refused; `notice` says why. Where its kind and external id could be read, it
  /// counts as listed.
  ///
  /// @param cinema for a screen, the external id of its cinema
  void refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice);

  /// A line that a rule leaves out: cancelled, private, not a film.
  void leftOut(long line, Kind kind, Notice notice);

  /// Something worth telling that changes no line's fate.
  void notice(Notice notice);
}
