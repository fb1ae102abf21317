package org.marquee.store.reconcile;

import java.io.IOException;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedReader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.FeedStart;
import org.marquee.listing.Attributes;
import org.marquee.listing.Kind;
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

    Pen rex(String zone, @Nullable String chain) {
      return add(
          new FeedRecord.Cinema(
              "rex", "Rex", chain, zone, "GB", "Elmet", "LS1 1AA", null, 53.8, -1.5, null));
    }

    Pen ritz(@Nullable String postcode) {
      return add(
          new FeedRecord.Cinema(
              "ritz",
              "Ritz",
              null,
              "Europe/London",
              "GB",
              "Loidis",
              postcode,
              null,
              53.7,
              -1.4,
              null));
    }

    Pen film(String id, @Nullable String title, @Nullable String catalog) {
      return add(
          new FeedRecord.Film(
              id, title, 100, null, null, null, catalog, null, List.of("A. Director"), null));
    }

    Pen show(String id, String film, String cinema, int day, int minute, @Nullable String screen) {
      return show(
          id,
          film,
          cinema,
          day,
          minute,
          screen == null ? null : new FeedRecord.ScreenSeen(screen, null),
          null);
    }

    Pen show(
        String id,
        String film,
        String cinema,
        int day,
        int minute,
        FeedRecord.@Nullable ScreenSeen screen,
        @Nullable String version) {
      return add(
          new FeedRecord.Showtime(
              id,
              film,
              cinema,
              new FeedStart.Local(LocalDateTime.of(2026, 7, day, 20, minute)),
              "https://book.example/" + id + version,
              Attributes.NONE,
              screen,
              null,
              version));
    }

    Pen cancel(String id) {
      Notice notice = Notice.of(Code.SHOWING_CALLED_OFF, "line " + ++line);
      sink.row(line, new FeedRow.LeftOut(Kind.SHOWTIME, id, notice));
      return this;
    }

    Pen refuse(String id) {
      Notice notice = Notice.of(Code.REFERENCE_UNKNOWN, "line " + ++line);
      sink.row(line, new FeedRow.RefusedLine(Kind.SHOWTIME, id, null, notice));
      return this;
    }

    Pen withdraw(Kind kind, String id, @Nullable String cinema) {
      return add(new FeedRecord.Withdrawn(kind, id, cinema));
    }
  }
}
