package org.marquee.archive;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.IgnoringSink;
import org.marquee.feed.UnreadableFeed;

/// Reads only the header of a feed.
public final class HeaderOnly extends IgnoringSink {
  private @Nullable FeedHeader header;

  private HeaderOnly() {}

  /// The header of a feed; null if it cannot be read.
  public static @Nullable FeedHeader of(ReadingOptions.Opened feed) throws IOException {
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
    throw new UnreadableFeed("only its header is read");
  }
}
