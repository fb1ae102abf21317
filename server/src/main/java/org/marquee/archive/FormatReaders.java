package org.marquee.archive;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;

/// The known formats. Implemented by [org.marquee.format.AllFormats].
public interface FormatReaders {
  /// The names of the formats that need no mapping.
  Set<String> names();

  /// The names of those that need one.
  Set<String> needingMappings();

  /// The reader of the format called `name`, one of [#names].
  FeedReader named(String name);

  /// The reader by the mapping in `file`.
  ///
  /// @throws IOException if it cannot be read; an [org.marquee.feed.UnreadableFeed] if it is faulty
  FeedReader mapped(Path file) throws IOException;

  /// The reader of the format that is recognised in `parts`; one that refuses them if none is.
  FeedReader recognising(List<FeedSource.Part> parts) throws IOException;
}
