package org.marquee.feed.filter;

import java.io.IOException;
import java.util.Set;
import org.marquee.feed.FeedHeader;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.FeedRow;
import org.marquee.feed.FeedSink;
import org.marquee.feed.FeedSource;
import org.marquee.feed.SinkFilter;
import org.marquee.feed.UnreadableFeed;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// Passes on a feed about one venue that the operator describes (`--cinema`). The feed covers only
/// that venue; its cinema is completed, or added if the feed has none.
public final class SingleVenue extends SinkFilter {
  private final FeedRecord.Cinema described;

  /// The highest number of a line passed on.
  private long line;

  /// Whether the feed itself lists or withdraws the cinema.
  private boolean listed;

  private boolean anyTaken;
  private boolean anyRefused;

  private SingleVenue(FeedSink sink, FeedRecord.Cinema described) {
    super(sink);
    this.described = described;
  }

  /// The reading of a feed into a sink.
  public interface VenueReading {
    /// Reads the feed to its end.
    void into(FeedSink sink) throws IOException;
  }

  /// Reads a feed into `sink`: as one about its venue if the operator describes one, else as it is.
  public static void read(FeedSource source, FeedSink sink, VenueReading reading)
      throws IOException {
    FeedRecord.Cinema described = source.cinema();
    if (described == null) {
      reading.into(sink);
      return;
    }
    SingleVenue venue = new SingleVenue(sink, described);
    reading.into(venue);
    venue.finish();
  }

  @Override
  public void header(FeedHeader header) throws UnreadableFeed {
    super.header(header.covering(Set.of(described.externalId())));
  }

  @Override
  public void row(long line, FeedRow row) {
    this.line = Math.max(this.line, line);
    boolean refused = row instanceof FeedRow.RefusedLine;
    anyRefused |= refused;
    anyTaken |= !refused;
    super.row(
        line,
        switch (row) {
          case FeedRow.Valid(FeedRecord record) -> new FeedRow.Valid(completed(record));
          case FeedRow.RefusedLine(Kind kind, String externalId, String cinema, Notice notice)
              when cinema == null && (kind == null || kind == Kind.SHOWTIME) ->
              new FeedRow.RefusedLine(kind, externalId, described.externalId(), notice);
          case FeedRow.RefusedLine _, FeedRow.LeftOut _ -> row;
        });
  }

  private FeedRecord completed(FeedRecord record) {
    if (record.kind() != Kind.CINEMA || !record.externalId().equals(described.externalId())) {
      return record;
    }
    listed = true;
    // The feed's own facts win over the operator's.
    return record instanceof FeedRecord.Cinema said ? said.completedBy(described) : record;
  }

  /// Adds the cinema if no valid line listed it. Not if every line was refused: one valid record
  /// would make a broken feed look valid.
  private void finish() {
    if (!listed && (anyTaken || !anyRefused)) {
      super.row(line + 1, new FeedRow.Valid(described));
    }
  }
}
