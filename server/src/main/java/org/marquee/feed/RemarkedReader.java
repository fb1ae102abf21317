package org.marquee.feed;

import java.io.IOException;
import java.util.List;
import org.marquee.notice.Notice;

/// Reads as another reader does, and tells right after the header what was found before the feed
/// was opened.
record RemarkedReader(FeedReader reader, List<Notice> remarks) implements FeedReader {
  RemarkedReader {
    remarks = List.copyOf(remarks);
  }

  @Override
  public String format() {
    return reader.format();
  }

  @Override
  public boolean isExact() {
    return reader.isExact();
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    reader.read(source, new AfterHeader(sink));
  }

  private final class AfterHeader extends SinkFilter {
    AfterHeader(FeedSink sink) {
      super(sink);
    }

    @Override
    public void header(FeedHeader header) throws UnreadableFeed {
      super.header(header);
      remarks.forEach(this::notice);
    }
  }
}
