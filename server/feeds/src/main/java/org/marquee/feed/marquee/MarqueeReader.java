package org.marquee.feed.marquee;

import java.io.IOException;
import java.util.regex.Pattern;
import org.marquee.feed.FeedHead;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.Recognition;
import org.marquee.feed.filter.SingleVenue;

/// Reads the native feed: newline-delimited JSON with a header line (docs/feeds.md, "The native
/// format"). Several files are one feed, as if they stood one after the other: the header is the
/// first line of the first.
public final class MarqueeReader implements FeedReader {
  private static final Pattern HEADER = Pattern.compile("^\\{.{0,2000}?\"type\"\\s*:\\s*\"feed\"");

  private static final Pattern RECORD =
      Pattern.compile(
          "^\\{.{0,2000}?\"type\"\\s*:\\s*\"(chain|cinema|film|screen|showtime|withdrawn)\"");

  @Override
  public String format() {
    return "marquee";
  }

  @Override
  public Recognition recognise(FeedHead head) {
    String line = head.text().stripLeading();
    line = line.substring(0, (line + "\n").indexOf('\n')).strip();
    if (HEADER.matcher(line).find()) {
      return new Recognition(99, "its first line is a feed header");
    }
    return RECORD.matcher(line).find()
        ? new Recognition(70, "its first line is a record of the native feed, not a feed header")
        : new Recognition(0, "its first line is not a feed header");
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    SingleVenue.read(source, sink, into -> new MarqueeFeed(source, into).read());
  }
}
