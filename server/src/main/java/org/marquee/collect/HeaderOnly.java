package org.marquee.collect;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.UnreadableFeed;
import org.marquee.listing.Kind;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// Reads a feed up to what it says of itself.
final class HeaderOnly implements FeedSink {
  private @Nullable FeedHeader header;

  private HeaderOnly() {}

  /// What the feed says of itself; null where that cannot be read.
  static @Nullable FeedHeader of(Reading.Opened feed) throws IOException {
    HeaderOnly sink = new HeaderOnly();
    try {
      feed.reader().read(feed.source(), sink);
    } catch (UnreadableFeed _) {
      // Ours, or one from before the header.
    }
    return sink.header;
  }

  @Override
  public void header(FeedHeader header) throws UnreadableFeed {
    this.header = header;
    throw new UnreadableFeed(Code.FEED_UNREADABLE, "nobody wants to know more");
  }

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
