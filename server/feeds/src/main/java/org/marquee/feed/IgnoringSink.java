package org.marquee.feed;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// Ignores everything; a subclass overrides what it wants to keep.
public class IgnoringSink implements FeedSink {
  @Override
  public void header(FeedHeader header) throws UnreadableFeed {}

  @Override
  public void record(long line, FeedRecord record) {}

  @Override
  public void refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice) {}

  @Override
  public void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice) {}

  @Override
  public void notice(Notice notice) {}
}
