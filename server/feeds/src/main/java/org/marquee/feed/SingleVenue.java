package org.marquee.feed;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
  public void record(long line, FeedRecord record) {
    this.line = Math.max(this.line, line);
    anyTaken = true;
    if (record.kind() != Kind.CINEMA || !record.externalId().equals(described.externalId())) {
      super.record(line, record);
      return;
    }
    listed = true;
    // The feed's own facts win over the operator's.
    super.record(
        line, record instanceof FeedRecord.Cinema said ? said.completedBy(described) : record);
  }

  @Override
  public void refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice) {
    this.line = Math.max(this.line, line);
    anyRefused = true;
    super.refused(line, kind, externalId, cinema, notice);
  }

  @Override
  public void leftOut(long line, Kind kind, @Nullable String externalId, Notice notice) {
    this.line = Math.max(this.line, line);
    anyTaken = true;
    super.leftOut(line, kind, externalId, notice);
  }

  /// Adds the cinema if no valid line listed it. Not if every line was refused: one valid record
  /// would make a broken feed look valid.
  private void finish() {
    if (!listed && (anyTaken || !anyRefused)) {
      super.record(line + 1, described);
    }
  }
}
