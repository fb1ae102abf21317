package org.marquee.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.marquee.archive.FormatReaders;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedSource;
import org.marquee.feed.mapped.MappedReader;

/// All formats, for collecting.
public final class AllFormats implements FormatReaders {
  @Override
  public Set<String> names() {
    return Formats.names();
  }

  @Override
  public Set<String> needingMappings() {
    return MappedReader.GENERIC;
  }

  @Override
  public FeedReader named(String name) {
    return Formats.find(name).orElseThrow();
  }

  @Override
  public FeedReader mapped(Path file) throws IOException {
    return MappedReader.of(file);
  }

  @Override
  public FeedReader recognising(List<FeedSource.Part> parts) throws IOException {
    return FormatDetection.of(parts).reader();
  }
}
