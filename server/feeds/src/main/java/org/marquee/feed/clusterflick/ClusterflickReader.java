package org.marquee.feed.clusterflick;

import java.io.IOException;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.UnreadableFeed;

/// Reads what the clusterflick project writes of one venue: a JSON list of films, each with its
/// performances. The files do not name their venue, so the operator must; the feed then covers that
/// venue and no other. Several files are one feed.
public final class ClusterflickReader implements FeedReader {
  @Override
  public String format() {
    return "clusterflick";
  }

  @Override
  public Recognition recognise(FeedHead head) {
    if (head.shows("[].title", "[].performances[].time")) {
      return head.shows("[].overview", "[].performances[].bookingUrl")
          ? new Recognition(98, "a list of films with an overview and performances")
          : new Recognition(80, "a list of films with performances");
    }
    if (head.isWhole() && head.text().strip().equals("[]")) {
      return new Recognition(30, "an empty list, which many formats would write");
    }
    if (head.shows("[].title", "[].performances")) {
      return new Recognition(40, "a list of films with performances, but none with a time");
    }
    return new Recognition(0, "no list of films with performances");
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    FeedRecord.Cinema cinema = source.cinema();
    if (cinema == null) {
      throw new UnreadableFeed(
          "the format does not name its venue; describe it with --cinema FILE");
    }
    new VenueFeed(source, cinema, sink).read();
  }
}
