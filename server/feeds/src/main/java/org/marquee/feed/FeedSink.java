package org.marquee.feed;

import org.marquee.notice.Notice;

/// Receives what a reader finds, in the order of the feed; what several rows say together comes
/// when all of them are read. For every line of the feed, except its header, the reader makes
/// exactly one call of [#row].
///
/// A sink ignores what it does not override.
///
/// Lines are numbered over all files of the feed; a record counts as a line where the format has
/// none. Every place that a reader reports begins with that number, as `line 17`: later findings
/// name only the number.
public interface FeedSink {
  /// The header of the feed; called once, before anything else.
  ///
  /// @throws UnreadableFeed if the feed must not be read
  default void header(FeedHeader header) throws UnreadableFeed {}

  /// What became of a line.
  ///
  /// @param line its number, from 1
  default void row(long line, FeedRow row) {}

  /// A notice that does not change the outcome of a line.
  default void notice(Notice notice) {}
}
