package org.marquee.feed;

import org.marquee.notice.Notice;

/// Passes everything on to another sink as it is; what a subclass overrides it may change on the
/// way.
public abstract class SinkFilter implements FeedSink {
  private final FeedSink sink;

  protected SinkFilter(FeedSink sink) {
    this.sink = sink;
  }

  @Override
  public void header(FeedHeader header) throws UnreadableFeed {
    sink.header(header);
  }

  @Override
  public void row(long line, FeedRow row) {
    sink.row(line, row);
  }

  @Override
  public void notice(Notice notice) {
    sink.notice(notice);
  }
}
