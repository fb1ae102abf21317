package org.marquee.ingest;

import java.io.IOException;
import org.jspecify.annotations.NullMarked;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.UnreadableFeed;
import org.marquee.feed.marquee.MarqueeReader;

/// Reads the native format as if it were one of the others: each cinema is guarded by itself.
@NullMarked
record ForeignReader(FeedHeader.Keys keys) implements FeedReader {
  @Override
  public String format() {
    return "foreign";
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    new MarqueeReader()
        .read(
            source,
            new SinkFilter(sink) {
              @Override
              public void header(FeedHeader header) throws UnreadableFeed {
                super.header(
                    new FeedHeader(
                        header.mode(),
                        header.observedAt(),
                        header.sourceUpdatedAt(),
                        header.covers(),
                        keys));
              }
            });
  }
}
