package org.marquee.feed.mapped;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.marquee.feed.FeedReader;

/// The mappings that come with Marquee, for tests.
@NullMarked
final class Ready {
  private static final Map<String, FeedReader> READERS = new LinkedHashMap<>();

  static {
    MappedReader.READY.forEach(name -> READERS.put(name, MappedReader.ready(name)));
  }

  private Ready() {}

  static List<String> names() {
    return MappedReader.READY;
  }

  static FeedReader reader(String mapping) {
    return Objects.requireNonNull(READERS.get(mapping), mapping);
  }
}
