package org.marquee.feed;

import org.jspecify.annotations.NullMarked;
import org.marquee.notice.Notice;

/// Counts what a reader finds in a feed, and keeps nothing.
@NullMarked
public final class CountingSink implements FeedSink {
  private long records;
  private long refused;
  private long notices;

  @Override
  public void row(long line, FeedRow row) {
    switch (row) {
      case FeedRow.Valid _ -> records++;
      case FeedRow.RefusedLine _ -> refused++;
      case FeedRow.LeftOut _ -> {}
    }
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
