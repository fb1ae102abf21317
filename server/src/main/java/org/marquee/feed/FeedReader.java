package org.marquee.feed;

import java.io.IOException;

/// Reads one format. A reader keeps no state between feeds, streams, and never throws for a fault
/// in the data of a line.
public interface FeedReader {
  /// The name that `--format` knows it by.
  String format();

  /// Reads the whole feed into `sink`.
  ///
  /// @throws UnreadableFeed if the feed as a whole cannot be read; nothing of it may then be stored
  /// @throws IOException if its bytes cannot be had
  void read(FeedSource source, FeedSink sink) throws IOException, UnreadableFeed;
}
