package org.marquee.feed;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// Receives what a reader finds, in the order of the feed; what several rows say together comes
/// when all of them are read. For every line of the feed, except its header, the reader makes
/// exactly one call of [#record], [#refused] or [#leftOut].
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

  /// A valid record.
  ///
  /// @param line its number, from 1
  default void record(long line, FeedRecord record) {}

  /// A line that was refused; `notice` says why. Where its kind and external id could be read, it
  /// counts as listed.
  ///
  /// @param cinema for a screen, the external id of its cinema
  default void refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice) {}

  /// A line that a rule leaves out: cancelled, private, not a film.
  ///
  /// @param externalId the external id, if the line itself says that this showing is cancelled or
  ///   private: a stored one is then withdrawn. Null where a rule finds that the line is no showing
  ///   of ours (not a film, another venue): a broken source could look the same, so the guard
  ///   decides
  default void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice) {}

  /// A notice that does not change the outcome of a line.
  default void notice(Notice notice) {}
}
