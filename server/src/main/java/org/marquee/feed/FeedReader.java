package org.marquee.feed;

import java.io.IOException;

/// Reads one format. A reader keeps no state between feeds, streams, and never throws for a fault
/// in the data of a line.
public interface FeedReader {
  /// The name that `--format` knows it by.
  String format();

  /// How sure the reader is that a file that begins like this is of its format. Looks at nothing
  /// else, and is quick.
  default Recognition recognise(FeedHead head) {
    return Recognition.NOT_AT_ALL;
  }

  /// Whether the format can say all there is to say, so that nothing is worked out that a feed
  /// leaves unsaid, such as the zone of a cinema by its position.
  default boolean isExact() {
    return false;
  }

  /// Whether the reader decides by itself what a file without data means, among files of its
  /// format.
  default boolean passesOver(FeedHead head) {
    return false;
  }

  /// Reads the whole feed into `sink`.
  ///
  /// @throws UnreadableFeed if the feed as a whole cannot be read; nothing of it may then be stored
  /// @throws IOException if its bytes cannot be had
  void read(FeedSource source, FeedSink sink) throws IOException, UnreadableFeed;
}
