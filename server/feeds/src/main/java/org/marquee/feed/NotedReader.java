package org.marquee.feed;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.marquee.notice.Notice;

/// Reads as another reader does, and reports right after the header what was found before the feed
/// was opened.
///
/// @param files the files of the feed that are read
/// @param header the header that is passed on
public record NotedReader(
    FeedReader reader,
    List<Notice> notices,
    UnaryOperator<FeedSource> files,
    UnaryOperator<FeedHeader> header)
    implements FeedReader {
  public NotedReader {
    notices = List.copyOf(notices);
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
  public boolean passesOver(FeedHead head) {
    return reader.passesOver(head);
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    reader.read(
        files.apply(source),
        new SinkFilter(sink) {
          @Override
          public void header(FeedHeader read) throws UnreadableFeed {
            super.header(header.apply(read));
            notices.forEach(this::notice);
          }
        });
  }
}
