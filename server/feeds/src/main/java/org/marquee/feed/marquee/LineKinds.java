package org.marquee.feed.marquee;

import org.jspecify.annotations.Nullable;
import org.marquee.feed.FeedLine;
import org.marquee.feed.FeedRecord;
import org.marquee.feed.Limit;
import org.marquee.feed.Limits;
import org.marquee.feed.Value;
import org.marquee.listing.Kind;

/// What only a line of the native feed has (docs/feeds.md, "Records"): its kind, and what it
/// withdraws. The other records are [org.marquee.feed.NativeRecords].
final class LineKinds {
  static final Limit<Kind> KIND =
      new Limit<>("one of chain, cinema, film, screen, showtime", LineKinds::kind);

  private LineKinds() {}

  static FeedRecord.@Nullable Withdrawn withdrawn(FeedLine entry) {
    Kind kind = entry.required("kind", KIND);
    String externalId = entry.required("externalId", Limits.EXTERNAL_ID);
    String cinema = kind == Kind.SCREEN ? entry.required("cinema", Limits.EXTERNAL_ID) : null;
    if (kind == null || externalId == null || (kind == Kind.SCREEN && cinema == null)) {
      return null;
    }
    return new FeedRecord.Withdrawn(kind, externalId, cinema);
  }

  private static @Nullable Kind kind(Value value) {
    if (value instanceof Value.Text(String text)) {
      for (Kind kind : Kind.values()) {
        if (kind.word().equals(text)) {
          return kind;
        }
      }
    }
    return null;
  }
}
