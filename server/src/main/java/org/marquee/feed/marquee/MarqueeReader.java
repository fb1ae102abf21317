package org.marquee.feed.marquee;

import java.io.IOException;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.OneVenue;

/// Reads the native feed: newline-delimited JSON with a header line (feed format). Several files
/// are one feed, as if they stood one after the other: the header is the first line of the first.
public final class MarqueeReader implements FeedReader {
  @Override
  public String format() {
    return "marquee";
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    FeedRecord.Cinema cinema = source.cinema();
    if (cinema == null) {
      new MarqueeFeed(source, sink).read();
      return;
    }
    OneVenue venue = new OneVenue(sink, cinema);
    new MarqueeFeed(source, venue).read();
    venue.finish();
  }
}
