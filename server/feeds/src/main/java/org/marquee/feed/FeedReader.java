package org.marquee.feed;

import java.io.IOException;

/// Reads one format. A reader streams, keeps no state between feeds, and never throws for a fault
/// in the data of a line.
public interface FeedReader {
  /// The name that `--format` knows it by.
  String format();

  /// How likely a file that begins like this is of the reader's format. Reads nothing else.
  default Recognition recognise(FeedHead head) {
    return Recognition.NOT_AT_ALL;
  }

  /// Whether the format has a member for every fact. Then nothing is derived that a feed leaves
  /// out, such as the time zone of a cinema from its position.
  default boolean isExact() {
    return false;
  }

  /// Whether the reader itself handles a file without data among files of its format.
  default boolean passesOver(FeedHead head) {
    return false;
  }

  /// Reads the whole feed into `sink`.
  ///
  /// @throws UnreadableFeed if the feed as a whole cannot be read; nothing of it may then be stored
  /// @throws IOException if its bytes cannot be read
  void read(FeedSource source, FeedSink sink) throws IOException, UnreadableFeed;
}
