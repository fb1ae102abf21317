package org.marquee.collect;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.marquee.archive.ReadingOptions;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.UnreadableFeed;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// A full feed and the deltas after it, read as one feed that was taken when the full one was, but
/// for what the deltas say: of several lines for one record the last counts, as always.
record FeedSequence(List<ReadingOptions.Opened> feeds) implements FeedReader {
  FeedSequence {
    feeds = List.copyOf(feeds);
  }

  @Override
  public String format() {
    return feeds.getFirst().reader().format();
  }

  @Override
  public boolean isExact() {
    return feeds.stream().allMatch(feed -> feed.reader().isExact());
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    Numbered numbered = new Numbered(sink);
    for (ReadingOptions.Opened feed : feeds) {
      numbered.missingPostcode = feed.source().missingPostcode();
      feed.reader().read(feed.source().with(source.titles()), numbered);
      numbered.next();
    }
  }

  /// Numbers the lines of all feeds upwards. What the first feed says of itself goes for all of it.
  private static final class Numbered extends SinkFilter {
    private boolean begun;

    /// As the operator said of the feed at hand.
    private @Nullable String missingPostcode;

    private long before;
    private long last;

    Numbered(FeedSink sink) {
      super(sink);
    }

    void next() {
      before = last;
    }

    private long line(long line) {
      last = Math.max(last, before + line);
      return before + line;
    }

    @Override
    public void header(FeedHeader header) throws UnreadableFeed {
      FeedHeader said = header.withMissingPostcode(missingPostcode);
      if (!begun) {
        begun = true;
        super.header(said);
      } else {
        super.following(said);
      }
    }

    @Override
    public void record(long line, FeedRecord record) {
      super.record(line(line), record);
    }

    @Override
    public void refused(
        long line,
        @Nullable Kind kind,
        @Nullable String externalId,
        @Nullable String cinema,
        Notice notice) {
      super.refused(line(line), kind, externalId, cinema, notice);
    }

    @Override
    public void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice) {
      super.leftOut(line(line), kind, externalId, notice);
    }
  }
}
