package org.marquee.collect;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.marquee.archive.FormatReaders;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.marquee.MarqueeReader;

/// A program that knows the native format only.
@NullMarked
final class NativeOnly implements FormatReaders {
  @Override
  public Set<String> names() {
    return Set.of("marquee");
  }

  @Override
  public Set<String> needingMappings() {
    return Set.of("csv");
  }

  @Override
  public FeedReader named(String name) {
    return new MarqueeReader();
  }

  @Override
  public FeedReader mapped(Path file) {
    return new MarqueeReader();
  }

  @Override
  public FeedReader recognising(List<FeedSource.Part> parts) {
    return new MarqueeReader();
  }
}
