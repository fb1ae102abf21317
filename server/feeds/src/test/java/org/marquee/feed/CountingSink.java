package org.marquee.feed;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.marquee.listing.Kind;
import org.marquee.notice.Notice;

/// Counts what a reader finds in a feed, and keeps nothing.
@NullMarked
public final class CountingSink implements FeedSink {
  private long records;
  private long refused;
  private long notices;

  @Override
  public void record(long line, FeedRecord record) {
    records++;
  }

  @Override
  public void refused(
      long line,
      @Nullable Kind kind,
      @Nullable String externalId,
      @Nullable String cinema,
      Notice notice) {
    refused++;
  }

  @Override
  public void notice(Notice notice) {
    notices++;
  }

  @Override
  public String toString() {
    return records + " records, " + refused + " refused, " + notices + " notices";
  }
}
