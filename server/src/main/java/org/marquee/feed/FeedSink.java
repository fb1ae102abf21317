package org.marquee.feed;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// Takes in what a reader finds, in the order of the feed. Every line that the feed consists of,
/// its header apart, ends in exactly one call of [#record], [#refused] or [#leftOut].
///
/// Lines are numbered over all files of the feed, upwards; a record counts as a line where the
/// format has none. Every place that a reader tells begins with that number, as `line 17`, since
/// what is found later is told by it alone.
public interface FeedSink {
  /// What the feed says of itself; called once, before anything else.
  ///
  /// @throws UnreadableFeed if such a feed is not to be read on
  void header(FeedHeader header) throws UnreadableFeed;

  /// A sound record.
  ///
  /// @param line its number, from 1
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
  ///
  /// @param externalId what the line calls its record, where the line itself says that just this
  ///   one is not to be shown: cancelled, private. It is then withdrawn where it is stored, on the
  ///   provider's word. Null where a rule only finds that it is none (not a film, another venue):
  ///   what a broken source might look like is left to the guard
  void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice);

  /// Something worth telling that changes no line's fate.
  void notice(Notice notice);
}
