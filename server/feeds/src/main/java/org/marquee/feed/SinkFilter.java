package org.marquee.feed;

import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
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
  public void record(long line, FeedRecord record) {
    sink.record(line, record);
  }

  @Override
  public void refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice) {
    sink.refused(line, kind, externalId, cinema, notice);
  }

  @Override
  public void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice) {
    sink.leftOut(line, kind, externalId, notice);
  }

  @Override
  public void notice(Notice notice) {
    sink.notice(notice);
  }
}
