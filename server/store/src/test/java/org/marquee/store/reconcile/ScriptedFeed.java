package org.marquee.store.reconcile;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.detail.Details;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.listing.FilmFact;
import org.marquee.listing.Kind;
import org.marquee.listing.KnownFacts;
import org.marquee.notice.Code;
import org.marquee.notice.Notice;

/// A feed as the calls that its reader makes.
@NullMarked
record ScriptedFeed(FeedHeader header, Lines lines) implements FeedReader {
  @Override
  public String format() {
    return "script";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  @Override
  public void read(FeedSource source, FeedSink sink) throws IOException {
    sink.header(header);
    lines.write(new Pen(sink));
  }

  interface Lines {
    void write(Pen pen);
  }

  /// Writes records, each on a line of its own.
  static final class Pen {
    private final FeedSink sink;
    private long line;

    Pen(FeedSink sink) {
      this.sink = sink;
    }

    Pen add(FeedRecord record) {
      sink.row(++line, new FeedRow.Valid(record));
      return this;
    }

    Pen film(String id, @Nullable String title, @Nullable String catalog) {
      return add(
          new FeedRecord.Film(
              id,
              title,
              KnownFacts.NONE
                  .with(FilmFact.DURATION_MINUTES, 100)
                  .with(FilmFact.EXT_CATALOG_A_ID, catalog),
              List.of("A. Director"),
              Details.NONE));
    }

    Pen cancel(String id) {
      Notice notice = Notice.of(Code.SHOWING_CALLED_OFF, "line " + ++line);
      sink.row(line, new FeedRow.LeftOut(Kind.SHOWTIME, id, notice));
      return this;
    }

    Pen withdraw(Kind kind, String id, @Nullable String cinema) {
      return add(new FeedRecord.Withdrawn(kind, id, cinema));
    }
  }
}
