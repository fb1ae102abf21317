package org.marquee.feed.mapped;

import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.marquee.feed.FeedReader;

/// The mappings that come with Marquee, for tests.
@NullMarked
final class Ready {
  private static final List<FeedReader> READERS = MappedReader.ready();

  private Ready() {}

  static List<String> names() {
    return READERS.stream().map(FeedReader::format).toList();
  }

  static FeedReader reader(String mapping) {
    return READERS.stream()
        .filter(reader -> reader.format().equals(mapping))
        .findFirst()
        .orElseThrow();
  }
}
